-- A keyed mark of the wider network of an uploader: the /48 of an IPv6 address, the address itself for IPv4. When uploads
-- without a booking have used up their room, those of the largest site give way. Rows of the previous version have none.
alter table staged_documents add column uploaded_site text not null default '';
