-- The agency's name in other languages than the shop's default one: a copy of what is in content_translations, for
-- emails, printouts and all else that has the settings at hand.
create table site_names (
  language text primary key constraint site_names_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  name text not null
);
create trigger cached after insert or update or delete or truncate on site_names
  for each statement execute function notify_cache('settings');
