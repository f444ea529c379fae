-- The offer's history, and what buyers agreed to and have used.

-- A row for each published change to the offer's terms. The site never changes or deletes these rows.
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
  -- The keyed hash of the buyer's email while the checkout may be open: the others with this hash are closed once one is paid.
  address_hash text
);
create index consents_open_checkouts on public.consents (address_hash) where address_hash is not null;
-- Used when an account is deleted.
create index consents_user on public.consents (user_id);
create index consents_customer on public.consents (stripe_customer_id);
alter table public.consents enable row level security;
create policy site on public.consents to site using (true) with check (true);
grant select, insert, update, delete on public.consents to site;

-- The customers, and keyed hashes of the emails, that had the introductory price, which a person gets only once.
create table public.introductions (identity text primary key);
alter table public.introductions enable row level security;
create policy site on public.introductions to site using (true) with check (true);
grant select, insert on public.introductions to site;
