-- The mirror: the Stripe customer of each user, and a copy of the customers' subscriptions. The site connects as the owner
-- of these tables. The roles of the data API may only read a member's own customer and subscriptions. A later migration
-- gives the site a role of its own, and takes these rights from the data API.

-- Customers at Stripe. A customer without a user is a guest whose purchase is not claimed yet.
create table public.customers (
  stripe_customer_id text primary key,
  user_id uuid unique,
  -- The email that Stripe has. It does not prove a person's identity.
  email text,
  -- The time of the first charge of the introductory price, which a person gets only once.
  intro_used_at timestamptz,
  -- The time at which the customer was deleted at Stripe.
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);

create table public.subscriptions (
  stripe_subscription_id text primary key,
  stripe_customer_id text not null references public.customers on delete cascade,
  user_id uuid,
  status text not null check (status in (
    'active', 'trialing', 'past_due', 'incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled'
  )),
  -- The name of the offer at the time of the purchase.
  tier text not null default '',
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  cancel_at timestamptz,
  ended_at timestamptz,
  -- The time since which a renewal is unpaid.
  past_due_since timestamptz,
  -- The amount of the next invoice, in cents.
  next_amount bigint,
  currency text,
  started_at timestamptz not null,
  -- The token of the lease under which the row was read from Stripe. A row is never overwritten under an older lease.
  version bigint not null,
  synced_at timestamptz not null
);

create index subscriptions_customer on public.subscriptions (stripe_customer_id);
create index subscriptions_user on public.subscriptions (user_id);
-- The last safeguard against two memberships of one user.
create unique index subscriptions_one_live_per_user on public.subscriptions (user_id)
  where user_id is not null and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused');

-- Leases allow one writer at a time for a customer or a buyer. A key's token grows with each lease.
create table public.leases (
  key text primary key,
  token bigint not null,
  holder uuid,
  expires_at timestamptz not null
);

-- Stripe's events that were processed.
create table public.stripe_events (
  id text primary key,
  type text not null,
  stripe_customer_id text,
  created_at timestamptz not null,
  processed_at timestamptz not null default now()
);

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
  agreed_at timestamptz
);

-- Guests' purchases, which their buyers can claim.
create table public.claims (
  stripe_customer_id text primary key references public.customers on delete cascade,
  email text not null,
  mailed_at timestamptz,
  claimed_by uuid,
  claimed_at timestamptz,
  created_at timestamptz not null default now()
);

-- The counts of rate limits. They are in the database, since server processes share no memory.
create table public.rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

-- The time up to which the reconciliation has read Stripe's events.
create table public.reconcile_cursors (
  name text primary key,
  position timestamptz not null,
  updated_at timestamptz not null default now()
);

alter table public.customers enable row level security;
alter table public.subscriptions enable row level security;
alter table public.leases enable row level security;
alter table public.stripe_events enable row level security;
alter table public.consents enable row level security;
alter table public.claims enable row level security;
alter table public.rate_limits enable row level security;
alter table public.reconcile_cursors enable row level security;

revoke all on public.customers, public.subscriptions, public.leases, public.stripe_events, public.consents,
  public.claims, public.rate_limits, public.reconcile_cursors from anon, authenticated;
grant select on public.customers, public.subscriptions to authenticated;

-- The same expression as auth.uid(), which exists only after the migrations of Supabase Auth.
create policy own_customer on public.customers for select to authenticated
  using (user_id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid);
create policy own_subscriptions on public.subscriptions for select to authenticated
  using (user_id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid);
