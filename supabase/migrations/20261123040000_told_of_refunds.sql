-- The buyer of a second membership gets a mail about its cancellation and the refunded amount.
alter table public.notices drop constraint notices_kind_check;
alter table public.notices add constraint notices_kind_check
  check (kind in ('intro_end', 'fee_change', 'yearly', 'refunded'));
-- The refunded amount, in cents; null until the refund is settled, when it is discarded (`kept`), and for refunds that were
-- settled before this migration, for which no mail is sent.
alter table public.refunds add column amount bigint;
create index refunds_refunded on public.refunds (settled_at) where outcome = 'refunded';
