-- The notices that the law requires for subscriptions with automatic renewal, and the data that they need.

alter table public.subscriptions
  -- The fee of the membership in the latest invoice for a period, and in the next one, in cents: without prorations, other
  -- items, credits and taxes.
  add column fee bigint,
  add column next_fee bigint,
  -- The time at which the introductory discount ends.
  add column intro_ends_at timestamptz;

-- Reads the customers of existing memberships again, to fill in the new columns.
insert into public.sync_queue (stripe_customer_id)
  select distinct stripe_customer_id from public.subscriptions
    where status not in ('canceled', 'incomplete_expired')
  on conflict do nothing;

create table public.notices (
  stripe_subscription_id text not null references public.subscriptions on delete cascade,
  kind text not null check (kind in ('intro_end', 'fee_change', 'yearly')),
  -- The time that the notice announces: the first charge of the new fee, or the anniversary.
  period timestamptz not null,
  -- The fee in the notice, in cents. Another fee causes another notice.
  amount bigint not null,
  noted_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (stripe_subscription_id, kind, period)
);
create index notices_unsent on public.notices (next_attempt_at) where sent_at is null;

alter table public.notices enable row level security;
-- An unsent notice that is no longer due is deleted.
grant select, insert, update, delete on public.notices to site;
create policy site on public.notices to site using (true) with check (true);
