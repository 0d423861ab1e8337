-- The language in which a booking, message, waiting list entry or account was made: emails and documents use it. Null:
-- older than this column; the shop's default language applies. Not the spoken language (selected_language,
-- customers.language).
alter table bookings
  add column language text constraint bookings_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
alter table waiting_entries
  add column language text constraint waiting_entries_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
alter table contact_messages
  add column language text constraint contact_messages_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
alter table users
  add column language text constraint users_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
