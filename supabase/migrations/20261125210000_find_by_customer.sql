-- Checkouts also count a customer's settled refunds, which the former partial index excluded.
drop index public.refunds_customer;
create index refunds_customer on public.refunds (stripe_customer_id);
-- Used when an account is deleted.
create index claims_claimed_by on public.claims (claimed_by);
create index consents_customer on public.consents (stripe_customer_id);
create index disputes_customer on public.disputes (stripe_customer_id);
