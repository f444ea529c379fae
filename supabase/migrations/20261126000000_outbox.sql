-- The table `notices` becomes the outbox: each mail that the server sends is recorded there first, now including mails
-- about purchases and failed payments.

alter table public.notices drop constraint notices_kind_check;
alter table public.notices add constraint notices_kind_check
  check (kind in ('intro_end', 'fee_change', 'yearly', 'refunded', 'purchase', 'payment_failed'));
alter table public.notices
  -- Only notices about a fee have an amount that is known in advance.
  alter column amount drop not null,
  -- The time at which the mail was given up: the mail server rejected it, or too many attempts had failed.
  add column failed_at timestamptz;

alter table public.claims
  -- The time at which the link to the purchase was last requested, without microseconds, since the site reads times in
  -- milliseconds. The link is mailed once for each request. This replaces mailed_at and mailing_since, which the previous
  -- version of the site still needs.
  add column requested_at timestamptz not null default date_trunc('milliseconds', now());

-- Records the links that were already mailed, so that they are not mailed again.
insert into public.notices (stripe_subscription_id, kind, period, sent_at)
  select distinct on (stripe_customer_id) stripe_subscription_id, 'purchase', requested_at, mailed_at
    from public.claims join public.subscriptions using (stripe_customer_id)
    where mailed_at is not null
    order by stripe_customer_id, started_at;
