-- A row of a CSV file that cannot be read, as where a quote is missing: its line in the file. And what is not wrong with a
-- row but should be looked at, such as a title that another item has.
alter table catalogue_upload_rows add column fault_line integer, add column warning text;
create index services_by_title on services (kind, lower(title));
