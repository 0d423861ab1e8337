-- The way back of a booking, such as a transfer to the airport and home again: a second departure of the same item
-- (docs/decisions). It holds as many places as the first one: `places` and `released_places` count for each of them.
-- Not the return date of a group's departure, which is `departures.return_date`.
alter table bookings
  add column return_leg_departure_id uuid references departures (id),
  add column return_leg_date date,
  add column return_leg_time text check (return_leg_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column return_leg_starts_at timestamptz,
  add constraint bookings_return_leg check (
    (return_leg_departure_id is null) = (return_leg_date is null)
    and (return_leg_date is not null or (return_leg_time is null and return_leg_starts_at is null))
    and (return_leg_date is null or (departure_id is not null and return_leg_date >= travel_date))
    and (return_leg_starts_at is null or starts_at is null or return_leg_starts_at > starts_at));
create index bookings_by_return_leg on bookings (return_leg_departure_id) where return_leg_departure_id is not null;
create index bookings_return_days on bookings (return_leg_date) where return_leg_date is not null;

-- Both ways may be on one departure with opening hours, so arrivals name theirs.
alter table check_ins
  add column leg text not null default 'outbound' check (leg in ('outbound', 'return'));
drop index check_ins_person;
create unique index check_ins_person on check_ins (booking_id, leg, departure_id, position)
  where undone_at is null and repeat_of is null;
