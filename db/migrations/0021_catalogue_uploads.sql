-- A table of items that staff brought: first looked at row by row (plan), then stored in batches (result). The rows are
-- kept for some days, so that what was refused can be taken home.
create table catalogue_uploads (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]*$'),
  file_name text not null check (length(file_name) between 1 and 200),
  state text not null check (state in ('checking', 'checked', 'storing', 'done')),
  headers jsonb not null,
  -- For each header the field that it fills, or null.
  mapping jsonb not null,
  started_by jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'done') = (finished_at is not null))
);
create index catalogue_uploads_age on catalogue_uploads (created_at);

create table catalogue_upload_rows (
  upload_id uuid not null references catalogue_uploads (id) on delete cascade,
  -- Its place in the file, from 1; the headers stand in the first.
  line integer not null check (line > 1),
  cells jsonb not null,
  plan text check (plan in ('create', 'update', 'same', 'invalid')),
  result text check (result in ('stored', 'failed')),
  -- [{"column", "message"}]
  errors jsonb not null default '[]',
  service_id uuid,
  -- The version that was looked at: an item that somebody changes meanwhile is not written over.
  version integer,
  primary key (upload_id, line),
  check (result is null or plan in ('create', 'update')),
  check ((coalesce(plan, '') = 'invalid' or coalesce(result, '') = 'failed') = (errors <> '[]'))
);
