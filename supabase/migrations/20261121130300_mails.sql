-- The outbox: each email about a membership is recorded here before it is sent. The table is named after its first
-- kind, the notices that the law requires for subscriptions that renew automatically.
create table public.notices (
  stripe_subscription_id text not null references public.subscriptions on delete cascade,
  -- The change to the membership: `kind` in a module of lib/membership/mail/changes.
  kind text not null,
  -- The time that the email is about, such as the first charge of the new fee, or the beginning of arrears.
  period timestamptz not null,
  -- The amount that the email states, in the smallest currency unit. The email is sent again when the amount changes.
  amount bigint,
  noted_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The time at which sending was abandoned: the mail server rejected the email, or too many attempts had failed.
  failed_at timestamptz,
  primary key (stripe_subscription_id, kind, period)
);
create index notices_unsent on public.notices (next_attempt_at) where sent_at is null;
alter table public.notices enable row level security;
create policy site on public.notices to site using (true) with check (true);
-- An unsent email that is no longer due is deleted.
grant select, insert, update, delete on public.notices to site;

-- Situations that the studio has to resolve manually, each reported by email once. They contain no personal data.
create table public.alerts (
  -- Identifies the situation, with ids only.
  key text primary key,
  text text not null,
  raised_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz
);
create index alerts_unsent on public.alerts (next_attempt_at) where sent_at is null;
alter table public.alerts enable row level security;
create policy site on public.alerts to site using (true) with check (true);
grant select, insert, update on public.alerts to site;
