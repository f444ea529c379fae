-- Roles that a hosted project of Supabase has, and that the migrations take rights from. Nobody signs in as them.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
