-- Routes that read only update the mirror. The webhook and the scheduler process its changes, from the queue.

alter table public.customers
  -- The value of synced_from for which the customer was last processed completely.
  add column processed_from timestamptz,
  -- The account's new email, until Stripe has it.
  add column account_email text;
