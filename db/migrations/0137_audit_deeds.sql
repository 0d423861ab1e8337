-- The trail is read by what was done, of everybody and of a person: of each type and action that match, the newest entries.
create index audit_entries_type_action on audit_entries (subject_type, action, at desc, id desc) where part_of is null;
create index audit_entries_deeds on audit_entries (actor_id, subject_type, action, at desc, id desc) where part_of is null;
drop index audit_entries_type;
alter index audit_entries_type_action rename to audit_entries_type;
