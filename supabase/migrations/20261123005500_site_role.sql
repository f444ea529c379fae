-- The site connects as its own role, which has only the rights that the site's statements need, so that a vulnerability of
-- the site does not expose the rest of the database. `npm run provision` lets the role log in, with a password.

-- Roles belong to all databases of a server, so the role may exist already.
do $$
begin
  create role site nologin;
  -- Longer than the site waits for a statement (lib/database). Such a statement would keep its locks although the site no
  -- longer waits for it.
  alter role site set statement_timeout = '10s';
exception when duplicate_object or unique_violation then
  null;
end
$$;

grant usage on schema public to site;

-- Rows that the site never deletes.
grant select, insert, update on
  public.customers, public.subscriptions, public.refunds, public.reconcile_cursors
  to site;
-- Rows that the site deletes: with an account, when processed, or after a time.
grant select, insert, update, delete on
  public.claims, public.stripe_attempts, public.leases, public.rate_limits, public.sync_queue, public.consents
  to site;
-- Rows that the site never changes. It deletes old events.
grant select, insert, delete on public.stripe_events to site;
grant select, insert on public.stripe_mode, public.introductions to site;

-- The site's own code decides which rows it reads. For other roles, row-level security allows no rows.
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

-- The data API no longer gives access to these tables: members' browsers call the site, which reads as its own role.
drop policy own_customer on public.customers;
drop policy own_subscriptions on public.subscriptions;
revoke all on
  public.customers, public.subscriptions, public.claims, public.refunds, public.stripe_attempts,
  public.reconcile_cursors, public.leases, public.rate_limits, public.sync_queue, public.consents,
  public.stripe_events, public.stripe_mode, public.introductions
  from anon, authenticated, service_role;
-- By default, a hosted project grants these roles every new table.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
