-- Memberships: who is which customer of Stripe, and a mirror of their subscriptions. The site writes as the owner of
-- the tables. The public roles reach nothing but a member's own customer and subscriptions, and those only to read.

-- A customer of Stripe. One without a user bought as a guest and waits for the claim.
create table public.customers (
  stripe_customer_id text primary key,
  user_id uuid unique,
  -- The address that Stripe has on record; never a proof of who somebody is.
  email text,
  -- When the introductory price was charged first; it is given once.
  intro_used_at timestamptz,
  -- The customer was deleted at Stripe.
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
  -- The offer's name when it was bought.
  tier text not null default '',
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  cancel_at timestamptz,
  ended_at timestamptz,
  -- Since when a renewal is unpaid.
  past_due_since timestamptz,
  -- What the next invoice comes to, in cents.
  next_amount bigint,
  currency text,
  started_at timestamptz not null,
  -- The lease under which this was read from Stripe: an older one never overwrites a newer one.
  version bigint not null,
  synced_at timestamptz not null
);

create index subscriptions_customer on public.subscriptions (stripe_customer_id);
create index subscriptions_user on public.subscriptions (user_id);
-- Whatever else goes wrong, nobody has two memberships.
create unique index subscriptions_one_live_per_user on public.subscriptions (user_id)
  where user_id is not null and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused');

-- One writer at a time for a customer or a buyer. The token grows with every lease of a key.
create table public.leases (
  key text primary key,
  token bigint not null,
  holder uuid,
  expires_at timestamptz not null
);

-- Events of Stripe that were carried out.
create table public.stripe_events (
  id text primary key,
  type text not null,
  stripe_customer_id text,
  created_at timestamptz not null,
  processed_at timestamptz not null default now()
);

-- What a buyer agreed to, and when.
create table public.consents (
  stripe_session_id text primary key,
  user_id uuid,
  stripe_customer_id text,
  -- The published offer (its revision in the content lake) and a fingerprint of its terms.
  offer_revision text not null,
  terms_version text not null,
  -- Revision of the published terms of service.
  legal_revision text not null default '',
  intro boolean not null,
  -- When the button beside the terms was pressed, and when Checkout's own box was ticked.
  shown_at timestamptz not null,
  agreed_at timestamptz
);

-- Purchases of guests that wait for their owner.
create table public.claims (
  stripe_customer_id text primary key references public.customers on delete cascade,
  email text not null,
  mailed_at timestamptz,
  claimed_by uuid,
  claimed_at timestamptz,
  created_at timestamptz not null default now()
);

-- How often somebody has done something; counted here since server processes share no memory.
create table public.rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

-- How far the reconciliation with Stripe has come.
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

-- The claims of the request's token, as auth.uid() reads them; written out since this must not wait for accounts.
create policy own_customer on public.customers for select to authenticated
  using (user_id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid);
create policy own_subscriptions on public.subscriptions for select to authenticated
  using (user_id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid);
