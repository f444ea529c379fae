-- Whoever has bought a second membership is told that it was cancelled, and what was given back.
alter table public.notices drop constraint notices_kind_check;
alter table public.notices add constraint notices_kind_check
  check (kind in ('intro_end', 'fee_change', 'yearly', 'refunded'));
-- Cents; null in what was settled before it was kept, of which nobody is told any more.
alter table public.refunds add column amount bigint;
create index refunds_refunded on public.refunds (settled_at) where outcome = 'refunded';
