-- What is written once stays as it was written. It may lose what names a person, when that is asked for: in a
-- transaction that says so, in the columns that the trigger names, and nothing else.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('safar.erasing', true) = 'on'
      and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger audit_entries_append_only on audit_entries;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change_but_erasure('before', 'after');
drop trigger booking_history_append_only on booking_history;
create trigger booking_history_append_only before update on booking_history
  for each row execute function refuse_change_but_erasure('data');
drop trigger file_views_append_only on file_views;
create trigger file_views_append_only before update or delete on file_views
  for each row execute function refuse_change_but_erasure('viewer', 'address');
