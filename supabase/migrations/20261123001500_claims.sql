-- A claim is bound to its mailed link, is mailed once, and can be finished after an interruption.

alter table public.claims
  -- Part of the link. It changes with the guest's email, which invalidates the former link.
  add column nonce text,
  -- The time since which a process sends the link, so that concurrent webhooks send only one mail.
  add column mailing_since timestamptz,
  -- The time at which the buyer set the account's password; the later steps of the claim can be repeated.
  add column password_set_at timestamptz;
