-- The undo of an import. A row keeps the old values of what it changed in its item, and what the undo did with the item:
-- 'trashed', 'archived' or 'put-back'; 'left' with the reason. The checks are not validated: existing rows have no value,
-- and a scan would lock the tables for longer.
alter table catalogue_uploads
  add column undo_state text,
  add column undone_by jsonb,
  add column undone_at timestamptz;
alter table catalogue_uploads
  add constraint catalogue_uploads_undo check (
    (undo_state is null or (undo_state in ('undoing', 'undone') and state = 'done' and undone_by is not null))
    and (coalesce(undo_state, '') = 'undone') = (undone_at is not null)
  ) not valid;
alter table catalogue_upload_rows
  add column old_values jsonb,
  add column undone text,
  add column undone_reason text;
alter table catalogue_upload_rows
  add constraint catalogue_upload_rows_undone check (
    undone is null or (undone in ('trashed', 'archived', 'put-back', 'left') and coalesce(result, '') = 'stored')
  ) not valid;
