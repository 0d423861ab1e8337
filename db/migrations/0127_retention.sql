-- Entries of the trail and views of private files may go when their time is over, in a transaction that says so. What
-- the settings allow at least is longer than what is guarded here.
create function refuse_deletion_within() returns trigger language plpgsql as $$
begin
  if current_setting('safar.purging', true) = 'on' and old.at < now() - tg_argv[0]::interval then
    return old;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger audit_entries_append_only on audit_entries;
create trigger audit_entries_append_only before update on audit_entries
  for each row execute function refuse_change_but_erasure('before', 'after');
create trigger audit_entries_kept before delete on audit_entries
  for each row execute function refuse_deletion_within('5 years');
drop trigger file_views_append_only on file_views;
create trigger file_views_append_only before update on file_views
  for each row execute function refuse_change_but_erasure('viewer', 'address');
create trigger file_views_kept before delete on file_views
  for each row execute function refuse_deletion_within('60 days');

-- What the purge looks for.
create index audit_entries_oldest on audit_entries (at);
create index mail_messages_unsent on mail_messages (created_at) where status <> 'sent';
create index file_views_at on file_views (at);
create index payment_events_received on payment_events (received_at);
create index sessions_expiry on sessions (expires_at);
