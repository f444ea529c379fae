-- The offer's history, and what buyers agreed to, have used, can claim and get back.

-- A row for each published change of the offer's terms. The site never changes or deletes these rows.
create table public.offer_changes (
  -- The revision of the published document in the Content Lake, which is the id of the publishing transaction.
  revision text primary key,
  -- The previous change. A change has at most one successor, so that concurrent processes record a change once.
  follows text references public.offer_changes,
  terms_version text not null,
  published_at timestamptz not null,
  -- The Content Lake's user or token that published the change; null when unknown.
  author text,
  -- Null in the first row.
  old_terms jsonb,
  new_terms jsonb not null,
  stripe_price text not null,
  recorded_at timestamptz not null default now(),
  unique nulls not distinct (follows)
);
create index offer_changes_published on public.offer_changes (published_at);
alter table public.offer_changes enable row level security;
create policy site on public.offer_changes to site using (true) with check (true);
grant select, insert on public.offer_changes to site;

-- The terms that each buyer agreed to, with the times.
create table public.consents (
  stripe_session_id text primary key,
  user_id uuid,
  stripe_customer_id text,
  -- The revision of the published offer in the Content Lake, and a fingerprint of its terms.
  offer_revision text not null,
  terms_version text not null,
  -- The revision of the published terms of service.
  legal_revision text not null default '',
  intro boolean not null,
  -- The times at which the button beside the terms was pressed, and Checkout's own checkbox was checked.
  shown_at timestamptz not null,
  agreed_at timestamptz,
  -- The keyed hash of the buyer's email, for an open checkout that a later event may close: at the introductory price, since
  -- the others with this hash are closed once one is paid, or of a guest. Null for all other checkouts.
  address_hash text
);
create index consents_open_introductions on public.consents (address_hash) where address_hash is not null;
-- Used when an account is deleted.
create index consents_user on public.consents (user_id);
create index consents_customer on public.consents (stripe_customer_id);
alter table public.consents enable row level security;
create policy site on public.consents to site using (true) with check (true);
grant select, insert, update, delete on public.consents to site;

-- Keyed hashes of the emails that had the introductory price, which a person gets only once.
create table public.introductions (
  address_hash text primary key,
  given_at timestamptz not null
);
alter table public.introductions enable row level security;
create policy site on public.introductions to site using (true) with check (true);
grant select, insert on public.introductions to site;

-- Keyed hashes of the cards that paid the introductory price, so that a card that paid it for several people is reported.
create table public.introduction_cards (
  stripe_subscription_id text primary key,
  -- Null for other payment methods.
  card_hash text,
  given_at timestamptz not null default now()
);
create index introduction_cards_hash on public.introduction_cards (card_hash);
alter table public.introduction_cards enable row level security;
create policy site on public.introduction_cards to site using (true) with check (true);
grant select, insert on public.introduction_cards to site;

-- Guests' purchases, which their buyers can claim.
create table public.claims (
  stripe_customer_id text primary key references public.customers on delete cascade,
  email text not null,
  mailed_at timestamptz,
  claimed_by uuid,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Part of the link. It changes with the guest's email, which invalidates the former link.
  nonce text,
  mailing_since timestamptz,
  -- The time at which the buyer set the account's password; the later steps of the claim can be repeated.
  password_set_at timestamptz,
  -- The time at which the link to the purchase was last requested, without microseconds, since the site reads times in
  -- milliseconds. The link is mailed once for each request.
  requested_at timestamptz not null default date_trunc('milliseconds', now())
);
-- Guests are found by their email, ignoring case.
create index claims_waiting on public.claims (lower(email)) where claimed_at is null;
-- Used when an account is deleted.
create index claims_claimed_by on public.claims (claimed_by);
alter table public.claims enable row level security;
create policy site on public.claims to site using (true) with check (true);
grant select, insert, update, delete on public.claims to site;

-- Refunds of the payments of duplicate memberships. Each is recorded before anything is canceled.
create table public.refunds (
  payment_intent text primary key,
  stripe_customer_id text not null,
  stripe_subscription_id text not null,
  stripe_invoice_id text not null,
  -- The number of attempts, which is part of the idempotency key.
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  -- The outcome: refunded, never paid, not refunded because the membership was the only one after all (`kept`), or refused
  -- because the bank decides about a disputed payment.
  outcome text check (outcome in ('refunded', 'unpaid', 'kept', 'disputed')),
  -- The refunded amount, in cents; null until the refund is settled, and when it is discarded (`kept`).
  amount bigint,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_pending on public.refunds (next_attempt_at) where settled_at is null;
create index refunds_customer on public.refunds (stripe_customer_id);
create index refunds_subscription on public.refunds (stripe_subscription_id) where settled_at is null;
create index refunds_refunded on public.refunds (settled_at) where outcome = 'refunded';
alter table public.refunds enable row level security;
create policy site on public.refunds to site using (true) with check (true);
grant select, insert, update on public.refunds to site;

-- For a day, Stripe repeats the response to an idempotency key, including an error. After an error, the next attempt number
-- makes another key.
create table public.stripe_attempts (
  name text primary key,
  attempt integer not null
);
alter table public.stripe_attempts enable row level security;
create policy site on public.stripe_attempts to site using (true) with check (true);
grant select, insert, update, delete on public.stripe_attempts to site;
