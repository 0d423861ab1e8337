-- By language, the version of the item's translation that the preview of a row was made from: a later one is not overwritten.
-- Null: checked by an earlier version of the shop.
alter table catalogue_upload_rows add column translation_versions jsonb;
