-- Price changes of many items, for their undo. `items` holds the fields that changed, as they were and as they became.
-- Rows are deleted after 30 days; the audit trail keeps what happened.
create table price_changes (
  id uuid primary key,
  kind text not null,
  change jsonb not null,
  items jsonb not null,
  made_by text not null,
  created_at timestamptz not null,
  undone_by text,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index price_changes_recent on price_changes (kind, created_at desc);
