-- A change of the party: who no longer travels keeps their documents until the retention time ends. Their position is
-- negative, so that the people who travel can be counted from 0.
alter table booking_travelers
  add column removed_at timestamptz,
  drop constraint booking_travelers_position_check,
  add constraint booking_travelers_position_check check ((position < 0) = (removed_at is not null)) not valid;
alter table booking_travelers validate constraint booking_travelers_position_check;

-- Counts changes of the party. Links of single travellers name a position, so those of before a change open nothing.
alter table bookings add column party_round integer not null default 0;

-- A dearer change may leave every leg where it is, and kinds without departures have none.
alter table prepared_moves
  alter column from_departure_id drop not null,
  drop constraint prepared_moves_leg;
