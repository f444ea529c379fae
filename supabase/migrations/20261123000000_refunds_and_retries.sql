-- What has to be made up for, or looked at again: nothing of it may be lost when a vendor fails or a process ends.

-- Payments of duplicate purchases that are given back. The row is there before anything is cancelled.
create table public.refunds (
  payment_intent text primary key,
  stripe_customer_id text not null,
  stripe_subscription_id text not null,
  stripe_invoice_id text not null,
  -- How often it was tried, which is part of the key that Stripe knows a request by.
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  -- How it ended: given back, never paid, or kept because the purchase turned out to be the only one.
  outcome text check (outcome in ('refunded', 'unpaid', 'kept')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_pending on public.refunds (next_attempt_at) where settled_at is null;
create index refunds_customer on public.refunds (stripe_customer_id) where settled_at is null;
create index refunds_subscription on public.refunds (stripe_subscription_id) where settled_at is null;

-- Customers that have to be looked at: found by a reconciliation, or failed before.
create table public.sync_queue (
  stripe_customer_id text primary key,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  queued_at timestamptz not null default now()
);
create index sync_queue_due on public.sync_queue (next_attempt_at);

-- When Stripe was asked last for what the mirror says of a customer: the moment before the question.
alter table public.customers add column synced_from timestamptz;

-- Stripe repeats the answer to a known idempotency key for a day, errors too. After an error, another number is used.
create table public.stripe_attempts (
  name text primary key,
  attempt integer not null
);

-- Whether this database holds live or test data of Stripe. One row, and it never changes.
create table public.stripe_mode (
  only_row boolean primary key default true check (only_row),
  livemode boolean not null,
  since timestamptz not null default now()
);

-- Reconciliations forget old events, and read nothing else by time.
create index stripe_events_created on public.stripe_events (created_at);

alter table public.refunds enable row level security;
alter table public.sync_queue enable row level security;
alter table public.stripe_attempts enable row level security;
alter table public.stripe_mode enable row level security;
revoke all on public.refunds, public.sync_queue, public.stripe_attempts, public.stripe_mode from anon, authenticated;
