-- Keyed hashes of the cards that paid the introductory price, so that a card that paid it for several people is reported.

create table public.introduction_cards (
  stripe_subscription_id text primary key,
  -- Null for other payment methods.
  card_hash text,
  given_at timestamptz not null default now()
);
create index introduction_cards_hash on public.introduction_cards (card_hash);

alter table public.introduction_cards enable row level security;
grant select, insert on public.introduction_cards to site;
create policy site on public.introduction_cards to site using (true) with check (true);
