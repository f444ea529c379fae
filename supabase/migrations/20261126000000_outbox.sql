-- The table of notices becomes the outbox: every mail of the server is a row, recorded before it is sent. Confirmations
-- of purchases and mails about failed payments join the notices.

alter table public.notices drop constraint notices_kind_check;
alter table public.notices add constraint notices_kind_check
  check (kind in ('intro_end', 'fee_change', 'yearly', 'refunded', 'purchase', 'payment_failed'));
alter table public.notices
  -- Only notices about a fee tell an amount that is known in advance.
  alter column amount drop not null,
  -- The mail server has rejected the recipient or the content, or too many attempts have failed.
  add column failed_at timestamptz;

alter table public.claims
  -- When the link to the purchase was last requested; it is mailed once for each request. In milliseconds, as the site
  -- reads times. This replaces mailed_at and mailing_since, which the version before still needs.
  add column requested_at timestamptz not null default date_trunc('milliseconds', now());

-- Links that were mailed are not mailed again.
insert into public.notices (stripe_subscription_id, kind, period, sent_at)
  select distinct on (stripe_customer_id) stripe_subscription_id, 'purchase', requested_at, mailed_at
    from public.claims join public.subscriptions using (stripe_customer_id)
    where mailed_at is not null
    order by stripe_customer_id, started_at;
