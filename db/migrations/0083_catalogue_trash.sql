-- Deleted items wait in the trash for 30 days. They are archived as well, so that whatever leaves out archived items
-- leaves them out too, also in the version before this one.
alter table services
  -- Since when it is archived, and what it was before. Null: archived before this version, or not archived.
  add column archived_at timestamptz,
  add column archived_from text check (archived_from in ('active', 'inactive')),
  add column trashed_at timestamptz,
  add column trashed_by text,
  add column trashed_from text check (trashed_from in ('active', 'inactive', 'archived')),
  add constraint services_trashed check (
    trashed_at is null or (status = 'archived' and trashed_by is not null and trashed_from is not null)
  );
create index services_trash on services (trashed_at) where trashed_at is not null;
