-- The outbox: each mail that the server sends is recorded here first. The name is from the first kind, the notices that the
-- law requires for subscriptions with automatic renewal.
create table public.notices (
  stripe_subscription_id text not null references public.subscriptions on delete cascade,
  -- The change to the membership: `kind` in a module of lib/membership/mail/changes.
  kind text not null,
  -- The time that the mail is about, such as the first charge of the new fee, or the beginning of arrears.
  period timestamptz not null,
  -- The amount in the mail, in cents: known in advance for a fee, otherwise stored before sending. Another fee causes another mail.
  amount bigint,
  noted_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The time at which the mail was given up: the mail server rejected it, or too many attempts had failed.
  failed_at timestamptz,
  primary key (stripe_subscription_id, kind, period)
);
create index notices_unsent on public.notices (next_attempt_at) where sent_at is null;
alter table public.notices enable row level security;
create policy site on public.notices to site using (true) with check (true);
-- An unsent mail that is no longer due is deleted.
grant select, insert, update, delete on public.notices to site;

-- Situations that a person at the studio has to decide, each emailed once. The texts have no personal data.
create table public.alerts (
  -- The situation and its object.
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
