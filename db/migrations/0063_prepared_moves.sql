-- A paid booking that is to move to a dearer departure: the new places are taken while the difference is paid.
create table prepared_moves (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  departure_id uuid not null references departures (id),
  -- What it holds on the new departure; 0 once it has ended, or the booking itself holds them.
  places integer not null check (places >= 0),
  -- The booking as it was: the move is completed only from there.
  from_departure_id uuid not null references departures (id),
  from_minor bigint not null,
  -- Start, places and price of the booking after the move.
  change jsonb not null,
  -- What is to be paid, in the booking's currency.
  difference_minor bigint not null check (difference_minor > 0),
  held_until timestamptz not null,
  -- Who moves it: customers may do so a few times only. Reasons of staff are in the history.
  actor jsonb not null,
  -- Null while it is open.
  outcome text check (outcome in ('completed', 'unpaid', 'kept', 'replaced', 'booking-changed', 'departure-cancelled')),
  created_at timestamptz not null,
  done_at timestamptz,
  check ((outcome is null) = (done_at is null)),
  check (outcome is null or places = 0)
);
create unique index prepared_moves_open on prepared_moves (booking_id) where outcome is null;
create index prepared_moves_by_booking on prepared_moves (booking_id);
create index prepared_moves_by_departure on prepared_moves (departure_id) where outcome is null;
create index prepared_moves_holds on prepared_moves (held_until, id) where outcome is null;

-- The move whose difference an attempt pays; null: it pays the booking.
alter table payment_attempts add column move_id uuid references prepared_moves (id) on delete cascade;

-- A booking of a cancelled departure can move to another one. 'stuck': it could not, and staff decide again.
alter table departure_cancellation_bookings
  drop constraint departure_cancellation_bookings_outcome_check,
  add constraint departure_cancellation_bookings_outcome_check
    check (outcome in ('cancelled', 'kept', 'by_hand', 'closed', 'moved', 'stuck')),
  -- Why it is stuck: a message of a catalogue.
  add column problem text;

-- The units of a booking on the departure that it is to move to.
alter table resource_uses
  drop constraint resource_uses_leg_check,
  add constraint resource_uses_leg_check check (leg in ('outbound', 'return', 'prepared'));
