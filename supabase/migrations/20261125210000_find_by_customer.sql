-- Checkouts count a customer's settled refunds, too, which the partial index excludes.
drop index public.refunds_customer;
create index refunds_customer on public.refunds (stripe_customer_id);
-- The deletion of an account finds its rows by these columns.
create index claims_claimed_by on public.claims (claimed_by);
create index consents_customer on public.consents (stripe_customer_id);
create index disputes_customer on public.disputes (stripe_customer_id);
