-- What was sold when: a row for every change of the terms that somebody has published.

create table public.offer_changes (
  -- The published document's revision in the content lake, which is the id of the transaction that published it.
  revision text primary key,
  -- The change before this one; each is followed by one at most, so that two who record at once record one.
  follows text references public.offer_changes,
  terms_version text not null,
  published_at timestamptz not null,
  -- The user or token of the content lake that has published it; null where the lake did not say.
  author text,
  -- Null in the first row.
  old_terms jsonb,
  new_terms jsonb not null,
  stripe_price text not null,
  recorded_at timestamptz not null default now(),
  unique nulls not distinct (follows)
);
create index offer_changes_published on public.offer_changes (published_at);

alter table public.offer_changes enable row level security;
-- What happened does not change.
grant select, insert on public.offer_changes to site;
create policy site on public.offer_changes to site using (true) with check (true);
