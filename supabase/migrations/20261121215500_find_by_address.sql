-- Guests are compared by their address, in whatever case it was typed; without these, each of their webhooks and each
-- checkout would read all customers or claims.
create index customers_email on public.customers (lower(email));
create index claims_waiting on public.claims (lower(email)) where claimed_at is null;
-- Asked for when an account is deleted.
create index consents_user on public.consents (user_id);
