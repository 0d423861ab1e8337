-- What staff search (modules/booking/queries/search.server.ts), answered also among a million bookings. A title is one of
-- a few thousand that stand in many bookings each: it is looked for among the titles, and the bookings are found by it.
-- The pieces of all titles in the bookings' own index made long lists that every search for a title had to read.
drop index bookings_search;
alter table bookings
  drop column search_text,
  -- Every word has a space before it; what is searched cannot begin in one line and end in the next.
  add column search_person text generated always as (
    lower(' ' || booking_reference || E'\n ' || customer_name || E'\n ' || customer_email)
  ) stored;
create index bookings_search_person on bookings using gin (search_person gin_trgm_ops);
create index bookings_title on bookings (service_title);

-- Each title under which something was ever booked. Without a key on purpose: the first two bookings of an item must not
-- wait for each other, and a title that stands here twice does no harm.
create table booked_titles (
  title text not null,
  search_text text not null generated always as (lower(' ' || title)) stored
);
insert into booked_titles (title) select distinct service_title from bookings;
create index booked_titles_title on booked_titles (title);
create index booked_titles_search on booked_titles using gin (search_text gin_trgm_ops);

create function note_booked_titles() returns trigger language plpgsql as $$
begin
  insert into booked_titles (title)
  select distinct b.service_title from booked b
  where not exists (select from booked_titles t where t.title = b.service_title);
  return null;
end $$;
create trigger bookings_titles_added after insert on bookings
  referencing new table as booked for each statement execute function note_booked_titles();
create trigger bookings_titles_changed after update on bookings
  referencing new table as booked for each statement execute function note_booked_titles();

-- Without figures of it the planner would take every word for a rare one.
analyze bookings (search_person, service_title);
