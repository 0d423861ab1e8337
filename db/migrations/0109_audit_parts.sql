-- A bulk action is one entry of the audit trail; `part_of` is its subject_id, and leads from each part to it.
alter table audit_entries add column part_of text;
create index audit_entries_parts on audit_entries (part_of, at desc, id desc) where part_of is not null;
-- The trail lists whole actions: all, of a person, of a kind of thing.
create index audit_entries_whole on audit_entries (at desc, id desc) where part_of is null;
create index audit_entries_actor on audit_entries (actor_id, at desc, id desc) where part_of is null;
create index audit_entries_type on audit_entries (subject_type, at desc, id desc) where part_of is null;
