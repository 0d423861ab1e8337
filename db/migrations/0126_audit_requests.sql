-- The request that made the entry, as its answer and the log name it. Null for scheduled jobs and older entries.
alter table audit_entries add column request_id text;
