-- The site signs in as a role of its own, with the rights that its statements use and no others, so that a hole in it is
-- no hole in everything else that the database holds. `npm run provision` gives it a login and a password.

-- Roles belong to all databases of a server; another one may have made it already.
do $$
begin
  create role site nologin;
  -- Whoever asked has given up by then, and the statement would go on holding its locks. Longer than lib/database waits.
  alter role site set statement_timeout = '10s';
exception when duplicate_object or unique_violation then
  null;
end
$$;

grant usage on schema public to site;

-- What is never deleted: memberships and what was paid and given back.
grant select, insert, update on
  public.customers, public.subscriptions, public.refunds, public.reconcile_cursors
  to site;
-- What is forgotten with an account, or by the reconciliation after its time.
grant select, insert, update, delete on
  public.claims, public.stripe_attempts, public.leases, public.rate_limits, public.sync_queue, public.consents
  to site;
-- What happened does not change.
grant select, insert, delete on public.stripe_events to site;
grant select, insert on public.stripe_mode, public.introductions to site;

-- The site decides in its own code whose rows it reads. Everybody else is still kept out by row-level security.
create policy site on public.customers to site using (true) with check (true);
create policy site on public.subscriptions to site using (true) with check (true);
create policy site on public.claims to site using (true) with check (true);
create policy site on public.refunds to site using (true) with check (true);
create policy site on public.stripe_attempts to site using (true) with check (true);
create policy site on public.reconcile_cursors to site using (true) with check (true);
create policy site on public.leases to site using (true) with check (true);
create policy site on public.rate_limits to site using (true) with check (true);
create policy site on public.sync_queue to site using (true) with check (true);
create policy site on public.consents to site using (true) with check (true);
create policy site on public.stripe_events to site using (true) with check (true);
create policy site on public.stripe_mode to site using (true) with check (true);
create policy site on public.introductions to site using (true) with check (true);

-- Nobody reads these tables through the project's data API: members ask the site, which asks as itself.
drop policy own_customer on public.customers;
drop policy own_subscriptions on public.subscriptions;
revoke all on
  public.customers, public.subscriptions, public.claims, public.refunds, public.stripe_attempts,
  public.reconcile_cursors, public.leases, public.rate_limits, public.sync_queue, public.consents,
  public.stripe_events, public.stripe_mode, public.introductions
  from anon, authenticated, service_role;
-- A hosted project gives them every new table, until it is told not to.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
