-- The cards that have paid the introductory price, as keyed hashes, so that one which did so for several people is reported.

create table public.introduction_cards (
  stripe_subscription_id text primary key,
  -- Null where it was not paid with a card.
  card_hash text,
  given_at timestamptz not null default now()
);
create index introduction_cards_hash on public.introduction_cards (card_hash);

alter table public.introduction_cards enable row level security;
grant select, insert on public.introduction_cards to site;
create policy site on public.introduction_cards to site using (true) with check (true);
