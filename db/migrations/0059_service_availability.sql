-- On which of the next days a service can be booked, for cards and for lists filtered by a day. Computed from schedules
-- and departures; a row counts only while it was computed from the item's current version and is not stale.
create table service_availability (
  service_id uuid primary key references services (id) on delete cascade,
  service_version integer not null,
  -- The agency's settings it was computed with.
  terms text not null,
  first_day date not null,
  -- One bit for each day from first_day on: 1 is on sale.
  days bit varying(90) not null,
  -- Null: nothing is on sale on these days.
  next_day date,
  -- When the next of its days ends, or the next day begins.
  stale_at timestamptz not null
);
