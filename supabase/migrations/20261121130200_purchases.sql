-- The terms that buyers agreed to, and the buyers who have used the introductory price.

-- The terms that each buyer was shown, and when the buyer agreed to them.
create table public.consents (
  stripe_session_id text primary key,
  user_id uuid,
  stripe_customer_id text,
  -- The published offer's terms, and its revision in the Content Lake.
  terms jsonb not null,
  offer_revision text not null,
  -- The revision of the published terms of service.
  legal_revision text not null default '',
  intro boolean not null,
  -- The times at which the button beside the terms was pressed, and Checkout was completed with its checkbox checked.
  shown_at timestamptz not null,
  agreed_at timestamptz,
  -- The keyed hash of the buyer's email while the checkout may be open. Paying closes other checkouts with this hash.
  address_hash text
);
create index consents_open_checkouts on public.consents (address_hash) where address_hash is not null;
-- Used when an account is deleted.
create index consents_user on public.consents (user_id);
create index consents_customer on public.consents (stripe_customer_id);
alter table public.consents enable row level security;
create policy site on public.consents to site using (true) with check (true);
grant select, insert, update, delete on public.consents to site;

-- The customers and keyed hashes of emails that have used the introductory price. A person gets it only once.
create table public.introductions (identity text primary key);
alter table public.introductions enable row level security;
create policy site on public.introductions to site using (true) with check (true);
grant select, insert on public.introductions to site;
