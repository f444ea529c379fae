-- Roles of a hosted Supabase project, from which the migrations revoke rights. They have no login.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
