-- Roles of a hosted Supabase project, from which the migrations revoke privileges. They cannot log in.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
