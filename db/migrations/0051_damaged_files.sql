-- When the bytes of a private file were found changed or missing; null again once the file opens.
alter table files add column damaged_at timestamptz;
create index files_damaged on files (damaged_at) where damaged_at is not null and erased_at is null;
