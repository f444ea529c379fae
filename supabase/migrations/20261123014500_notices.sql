-- Notices that the law asks of renewing subscriptions, and what has to be known to send them.

alter table public.subscriptions
  -- What the membership itself cost in the latest invoice that charged for a period, and in the next one: without
  -- prorations, other items, credits and taxes. Cents.
  add column fee bigint,
  add column next_fee bigint,
  -- When the introductory discount ends.
  add column intro_ends_at timestamptz;

-- Whoever is a member already is read once more.
insert into public.sync_queue (stripe_customer_id)
  select distinct stripe_customer_id from public.subscriptions
    where status not in ('canceled', 'incomplete_expired')
  on conflict do nothing;

create table public.notices (
  stripe_subscription_id text not null references public.subscriptions on delete cascade,
  kind text not null check (kind in ('intro_end', 'fee_change', 'yearly')),
  -- What it is about: when the new fee is charged first, or the anniversary.
  period timestamptz not null,
  -- The fee that it tells of, in cents: another one is told of again.
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
-- One that is no longer due is deleted before it is sent.
grant select, insert, update, delete on public.notices to site;
create policy site on public.notices to site using (true) with check (true);
