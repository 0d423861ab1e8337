-- Nodes keep these tables in memory (platform/cache-invalidation.server.ts). The database tells them of every change, also
-- of one by a node that still runs the version before, which does not know that they are cached.
create function notify_cache() returns trigger language plpgsql as $$
begin
  perform pg_notify('safar_cache', json_build_array(tg_argv[0])::text);
  return null;
end $$;
create trigger cached after insert or update or delete or truncate on payment_gateways
  for each statement execute function notify_cache('gateways');
create trigger cached after insert or update or delete or truncate on bank_accounts
  for each statement execute function notify_cache('gateways');
create trigger cached after insert or update or delete or truncate on mail_templates
  for each statement execute function notify_cache('mail-templates');
