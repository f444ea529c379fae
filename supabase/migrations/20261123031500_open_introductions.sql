-- The keyed hash of the buyer's email, for an open checkout at the introductory price: once one such checkout is paid, the
-- others with this hash are closed. Null for all other checkouts.
alter table public.consents add column address_hash text;
create index consents_open_introductions on public.consents (address_hash) where address_hash is not null;
