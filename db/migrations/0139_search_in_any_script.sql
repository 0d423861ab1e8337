-- Staff find items by their words in every language.
create index service_translations_search on service_translations using gin (search_text gin_trgm_ops);

-- Staff find people in any spelling: without accents and vowel marks, with any form of a letter. As fold_text, but lines
-- stay lines.
create function fold_lines(given text) returns text language sql immutable strict parallel safe as $$
  select translate(fold_text(translate(given, E'\n', E'\x1f')), E'\x1f', E'\n')
$$;

alter table bookings
  drop column search_person,
  add column search_person text generated always as (
    ' ' || fold_lines(booking_reference || E'\n ' || customer_name || E'\n ' || customer_email)
  ) stored;
create index bookings_search_person on bookings using gin (search_person gin_trgm_ops);

alter table booked_titles
  drop column search_text,
  add column search_text text not null generated always as (' ' || fold_text(title)) stored;
create index booked_titles_search on booked_titles using gin (search_text gin_trgm_ops);

alter table customers
  drop column search_text,
  add column search_text text not null generated always as (
    ' ' || fold_lines(name || E'\n ' || contacts) || E'\n'
  ) stored;
create index customers_search on customers using gin (search_text gin_trgm_ops);
