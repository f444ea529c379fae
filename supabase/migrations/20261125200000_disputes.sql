-- Disputes of members' payments. Each is recorded before the site acts on it, so that the action can be repeated.

create table public.disputes (
  stripe_dispute_id text primary key,
  stripe_customer_id text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  -- The status of the dispute when the site last acted on it.
  status text,
  -- When the site finished acting on the latest event; null while that is pending. The dispute may still be open.
  settled_at timestamptz
);
create index disputes_pending on public.disputes (next_attempt_at) where settled_at is null;

alter table public.disputes enable row level security;
grant select, insert, update on public.disputes to site;
create policy site on public.disputes to site using (true) with check (true);

-- Stripe refuses to refund a disputed payment, since the bank decides about it.
alter table public.refunds drop constraint refunds_outcome_check;
alter table public.refunds add constraint refunds_outcome_check
  check (outcome in ('refunded', 'unpaid', 'kept', 'disputed'));
