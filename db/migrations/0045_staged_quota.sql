-- Limits how much one visitor, and all visitors together, can upload without booking. uploaded_from is a keyed mark of
-- the address, never the address. Rows of the previous version count towards the total only by their default.
alter table staged_documents
  add column size_bytes integer not null default 0,
  add column uploaded_from text not null default '';
