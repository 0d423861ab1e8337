-- Pictures that staff upload for the catalogue and the pages. The bytes are in the file store, one file a width, and are
-- for everybody; an address names its picture for good, so nothing of a row changes.
create table pictures (
  id uuid primary key,
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 40000),
  original_name text not null check (length(original_name) <= 200),
  uploaded_by text not null,
  created_at timestamptz not null default now()
);
