-- The booking that a message is about; null for other messages. A booking may have no phone number.
alter table contact_messages
  add column booking_id uuid references bookings (id) on delete cascade,
  drop constraint contact_messages_complete,
  add constraint contact_messages_complete check (btrim(name) <> '' and btrim(email) <> '' and btrim(subject) <> ''
    and btrim(message) <> '' and length(message) <= 5000 and (btrim(phone) <> '' or booking_id is not null));
create index contact_messages_booking on contact_messages (booking_id, id) where booking_id is not null;
