-- Refunds and customers that are still to be processed, which must not be lost when a vendor fails or a process ends.

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
  -- The outcome: refunded, never paid, or not refunded because the membership was the only one after all (`kept`).
  outcome text check (outcome in ('refunded', 'unpaid', 'kept')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_pending on public.refunds (next_attempt_at) where settled_at is null;
create index refunds_customer on public.refunds (stripe_customer_id) where settled_at is null;
create index refunds_subscription on public.refunds (stripe_subscription_id) where settled_at is null;

-- Customers whose state at Stripe is still to be processed, also after a failed attempt.
create table public.sync_queue (
  stripe_customer_id text primary key,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  queued_at timestamptz not null default now()
);
create index sync_queue_due on public.sync_queue (next_attempt_at);

-- The time just before the customer's state was last read from Stripe.
alter table public.customers add column synced_from timestamptz;

-- For a day, Stripe repeats the response to an idempotency key, including an error. After an error, the next attempt number
-- makes another key.
create table public.stripe_attempts (
  name text primary key,
  attempt integer not null
);

-- Whether this database contains live or test data of Stripe. It has one row, which never changes.
create table public.stripe_mode (
  only_row boolean primary key default true check (only_row),
  livemode boolean not null,
  since timestamptz not null default now()
);

-- The reconciliation deletes old events.
create index stripe_events_created on public.stripe_events (created_at);

alter table public.refunds enable row level security;
alter table public.sync_queue enable row level security;
alter table public.stripe_attempts enable row level security;
alter table public.stripe_mode enable row level security;
revoke all on public.refunds, public.sync_queue, public.stripe_attempts, public.stripe_mode from anon, authenticated;
