-- A mail that was written to a file because no mail server is set: it has not reached anybody.
alter table mail_messages
  drop constraint mail_messages_status_check,
  add constraint mail_messages_status_check check (status in ('queued', 'sent', 'not_sent', 'failed'));
