-- Checkouts at the introductory price that are still open, by the keyed hash of the buyer's address: once one of them is
-- paid, the others are closed. Empty for all others.
alter table public.consents add column address_hash text;
create index consents_open_introductions on public.consents (address_hash) where address_hash is not null;
