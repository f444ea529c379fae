-- The keyed hash of the buyer's email, for an open checkout that a later event may close: at the introductory price, since
-- the others with this hash are closed once one is paid, or of a guest. Null for all other checkouts.
alter table public.consents add column address_hash text;
create index consents_open_introductions on public.consents (address_hash) where address_hash is not null;
