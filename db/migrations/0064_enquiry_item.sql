-- The item that a request for other dates is about; null for other messages and once the item is deleted. Earlier
-- requests name it in their text only.
alter table contact_messages
  add column service_id uuid references services (id) on delete set null,
  add column service_type text;
create index contact_messages_service on contact_messages (service_id) where service_id is not null;
