-- What an account leaves behind when it is deleted: no address, and no way from a customer of Stripe to the account.

-- The account was deleted: nothing that Stripe says later brings the address back.
alter table public.customers add column forgotten_at timestamptz;

-- Who has had the introductory price, as keyed hashes of their addresses: it is given once to a person.
create table public.introductions (
  address_hash text primary key,
  given_at timestamptz not null
);
alter table public.introductions enable row level security;
revoke all on public.introductions from anon, authenticated;

-- Goes were counted by address and id in clear; they are hashed from now on.
delete from public.rate_limits;
