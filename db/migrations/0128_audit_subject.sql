-- What happened to one thing is looked up by its id alone; the type is known where the title is read.
create index audit_entries_of_subject on audit_entries (subject_id, subject_type, at);
drop index audit_entries_subject;
alter index audit_entries_of_subject rename to audit_entries_subject;
