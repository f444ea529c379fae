-- The site connects as its own role, which has only the privileges that its statements need. A vulnerability in the
-- site therefore does not expose the rest of the database. `npm run provision` lets the role log in with a password.
-- Each table of the site has row-level security and a policy for this role only. The site's own code decides which rows
-- it reads; for other roles, row-level security allows no rows.

-- All databases of a server share its roles, so the role may already exist.
do $$
begin
  create role site nologin;
  -- Longer than the site waits for a statement (lib/database). Without this timeout, a statement would keep its locks
  -- after the site has stopped waiting.
  alter role site set statement_timeout = '10s';
exception when duplicate_object or unique_violation then
  null;
end
$$;

grant usage on schema public to site;

-- By default, hosted Supabase projects grant the data API's roles access to new tables. Browsers use the site instead.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Leases allow one writer at a time for a customer or a buyer. Each new lease on a key increases the key's token.
create table public.leases (
  key text primary key,
  token bigint not null,
  holder uuid,
  expires_at timestamptz not null
);
alter table public.leases enable row level security;
create policy site on public.leases to site using (true) with check (true);
grant select, insert, update, delete on public.leases to site;

-- The counts of rate limits. They are in the database, since server processes share no memory. Keys are hashes.
create table public.rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);
alter table public.rate_limits enable row level security;
create policy site on public.rate_limits to site using (true) with check (true);
grant select, insert, update, delete on public.rate_limits to site;
