-- The mirror of Stripe's customers and subscriptions, the processed events, and the queue of customers to process.

-- Stripe customers. A customer without a user is a guest who has not signed in yet.
create table public.customers (
  stripe_customer_id text primary key,
  user_id uuid unique,
  -- The email that Stripe has. It does not prove a person's identity.
  email text,
  -- The time at which the email was changed in Stripe. A guest is then sent another welcome email, with a link.
  email_changed_at timestamptz,
  -- The account's email when the site last read it, and whether it still has to be written to Stripe.
  account_email text,
  is_email_pending boolean not null default false,
  -- The time at which the customer was deleted in Stripe.
  deleted_at timestamptz,
  -- The time at which the account was deleted. Later Stripe data does not restore the email.
  forgotten_at timestamptz,
  -- The time at which the last complete processing of the customer began, just before it read Stripe's state.
  processed_from timestamptz,
  -- The time at which the account of a live membership was last read, and why its owner cannot sign in.
  account_checked_at timestamptz,
  account_problem text check (account_problem in ('banned', 'missing')),
  created_at timestamptz not null default now()
);
-- Guests are found by email, regardless of case. Without an index, each webhook for a guest and each checkout would
-- read all customers.
create index customers_email on public.customers (lower(email));
alter table public.customers enable row level security;
create policy site on public.customers to site using (true) with check (true);
grant select, insert, update on public.customers to site;

create table public.subscriptions (
  stripe_subscription_id text primary key,
  stripe_customer_id text not null references public.customers on delete cascade,
  user_id uuid,
  -- Stripe's status, or `paused` while payment collection is paused. Unknown statuses grant no access.
  status text not null,
  -- The name of the offer at the time of the purchase.
  tier text not null default '',
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  cancel_at timestamptz,
  -- Whether Stripe charges for another period when the current one ends.
  renews boolean not null default false,
  -- When the cancellation was requested.
  canceled_at timestamptz,
  ended_at timestamptz,
  -- The time since which a renewal has been unpaid.
  past_due_since timestamptz,
  -- When a synchronization first found payment collection paused; null while it is not.
  paused_at timestamptz,
  -- The time at which paused payment collection resumes; null while it is not paused, or without a date.
  pause_ends_at timestamptz,
  -- The unpaid amount of open invoices while the membership is in arrears, in `currency`'s smallest unit; else null.
  amount_due bigint,
  -- The amount of the next invoice, in the currency's smallest unit.
  next_amount bigint,
  -- The membership's fee in the latest invoice for a period, and in the next one, without prorations, other items,
  -- credits and taxes, in the currency's smallest unit.
  fee bigint,
  next_fee bigint,
  -- The time at which the next invoice was last previewed.
  previewed_at timestamptz,
  -- The regular price per period, in the currency's smallest unit; null while a non-introductory coupon reduces it.
  price bigint,
  currency text,
  -- The time at which the introductory discount ends.
  intro_ends_at timestamptz,
  started_at timestamptz not null,
  synced_at timestamptz not null
);
create index subscriptions_customer on public.subscriptions (stripe_customer_id);
create index subscriptions_user on public.subscriptions (user_id);
-- The last safeguard against two live memberships for one user.
create unique index subscriptions_one_live_per_user on public.subscriptions (user_id)
  where user_id is not null and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused');
alter table public.subscriptions enable row level security;
create policy site on public.subscriptions to site using (true) with check (true);
grant select, insert, update on public.subscriptions to site;

-- Whether this database contains live or test Stripe data. The table has one row, which never changes.
create table public.stripe_mode (
  only_row boolean primary key default true check (only_row),
  livemode boolean not null,
  since timestamptz not null default now()
);
alter table public.stripe_mode enable row level security;
create policy site on public.stripe_mode to site using (true) with check (true);
grant select, insert on public.stripe_mode to site;

-- Processed Stripe events. The reconciliation deletes old ones.
create table public.stripe_events (
  id text primary key,
  type text not null,
  stripe_customer_id text,
  created_at timestamptz not null,
  processed_at timestamptz not null default now()
);
create index stripe_events_created on public.stripe_events (created_at);
alter table public.stripe_events enable row level security;
create policy site on public.stripe_events to site using (true) with check (true);
grant select, insert, delete on public.stripe_events to site;

-- The time up to which the reconciliation has read Stripe's events.
create table public.reconcile_cursors (
  name text primary key,
  position timestamptz not null,
  updated_at timestamptz not null default now()
);
alter table public.reconcile_cursors enable row level security;
create policy site on public.reconcile_cursors to site using (true) with check (true);
grant select, insert, update on public.reconcile_cursors to site;

-- Customers whose state in Stripe is still to be processed, including after a failed attempt.
create table public.sync_queue (
  stripe_customer_id text primary key,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  queued_at timestamptz not null default now()
);
create index sync_queue_due on public.sync_queue (next_attempt_at);
alter table public.sync_queue enable row level security;
create policy site on public.sync_queue to site using (true) with check (true);
grant select, insert, update, delete on public.sync_queue to site;
