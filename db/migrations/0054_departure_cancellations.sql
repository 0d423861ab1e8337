-- Departures that staff cancelled. The command closes the departure and stores what becomes of each booking; a job then
-- settles each booking in a transaction of its own (docs/rules/cancellation.md).
create table departure_cancellations (
  id uuid primary key,
  departure_id uuid not null references departures (id) on delete cascade,
  -- Customers read it.
  reason text not null check (length(reason) between 1 and 500),
  -- Added to the mail to customers.
  note text check (length(note) <= 2000),
  -- Who cancelled it, for the history and the audit trail of each booking. The name outlives the account.
  requested_by text not null,
  requested_by_name text not null,
  created_at timestamptz not null default now()
);
create index departure_cancellations_by_departure on departure_cancellations (departure_id, created_at);

create table departure_cancellation_bookings (
  cancellation_id uuid not null references departure_cancellations (id) on delete cascade,
  booking_id uuid not null references bookings (id),
  -- What staff chose: an object with a 'kind', so that later choices can carry more.
  choice jsonb not null check (choice ? 'kind'),
  -- Null: not settled yet. 'by_hand': a bank transfer waits, so staff decide; 'closed': it had ended before.
  outcome text check (outcome in ('cancelled', 'kept', 'by_hand', 'closed')),
  done_at timestamptz,
  primary key (cancellation_id, booking_id),
  check ((outcome is null) = (done_at is null))
);
-- A booking is in one unfinished cancellation at most.
create unique index departure_cancellation_bookings_open on departure_cancellation_bookings (booking_id)
  where outcome is null;
create index departure_cancellation_bookings_by_booking on departure_cancellation_bookings (booking_id);
