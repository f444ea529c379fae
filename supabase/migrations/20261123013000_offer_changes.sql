-- A row for each published change of the offer's terms.

create table public.offer_changes (
  -- The revision of the published document in the Content Lake, which is the id of the publishing transaction.
  revision text primary key,
  -- The previous change. A change has at most one successor, so that concurrent processes record a change once.
  follows text references public.offer_changes,
  terms_version text not null,
  published_at timestamptz not null,
  -- The Content Lake's user or token that published the change; null when unknown.
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
-- The site never changes or deletes these rows.
grant select, insert on public.offer_changes to site;
create policy site on public.offer_changes to site using (true) with check (true);
