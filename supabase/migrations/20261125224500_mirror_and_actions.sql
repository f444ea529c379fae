-- Reads write the mirror alone; the webhook and the scheduler do what follows from it, from the queue.

alter table public.customers
  -- When the reading of Stripe began after which everything that follows was last done.
  add column processed_from timestamptz,
  -- The email of the account, where Stripe is still to get it.
  add column account_email text;
