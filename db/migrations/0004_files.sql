-- Private uploads. The bytes are in the file store, encrypted with a key of their own; that key stands here,
-- sealed under SECRET_KEY. Deleting the row's sealed key makes the bytes unreadable.
create table files (
  id uuid primary key,
  purpose text not null check (purpose ~ '^[a-z][a-z_]*$'),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/gif', 'application/pdf')),
  original_name text not null check (length(original_name) <= 200),
  size_bytes integer not null check (size_bytes between 1 and 6291456),
  sha256 bytea not null check (length(sha256) = 32),
  storage_key text not null unique,
  sealed_key bytea,
  uploaded_by text not null,
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  check ((sealed_key is null) = (erased_at is not null))
);
create table file_views (
  id bigint generated always as identity primary key,
  file_id uuid not null references files (id),
  viewer_id text,
  viewer text not null,
  address text not null,
  at timestamptz not null default now()
);
create index file_views_file on file_views (file_id, at);
create trigger file_views_append_only before update or delete on file_views
  for each row execute function refuse_change();
