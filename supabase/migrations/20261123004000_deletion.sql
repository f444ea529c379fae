-- After an account is deleted, the database has neither its email nor a link from a Stripe customer to the account.

-- The time at which the account was deleted. Later data of Stripe does not restore the email.
alter table public.customers add column forgotten_at timestamptz;

-- Keyed hashes of the emails that had the introductory price, which a person gets only once.
create table public.introductions (
  address_hash text primary key,
  given_at timestamptz not null
);
alter table public.introductions enable row level security;
revoke all on public.introductions from anon, authenticated;

-- From now on, the keys of rate limits are hashes. The former ones contained emails and ids.
delete from public.rate_limits;
