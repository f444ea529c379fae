-- Guests are found by their email, ignoring case. Without these indexes, each webhook of a guest and each checkout would
-- read all customers or claims.
create index customers_email on public.customers (lower(email));
create index claims_waiting on public.claims (lower(email)) where claimed_at is null;
-- Used when an account is deleted.
create index consents_user on public.consents (user_id);
