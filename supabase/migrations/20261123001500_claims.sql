-- A claim belongs to the link that was mailed for it, is mailed once, and can be finished after an interruption.

alter table public.claims
  -- In the link; another address gets another one, so that the old link dies.
  add column nonce text,
  -- Somebody is mailing it since then; two webhooks at once send one mail.
  add column mailing_since timestamptz,
  -- The owner has set the password of the account, so that the rest can be repeated.
  add column password_set_at timestamptz;
