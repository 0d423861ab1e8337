-- What services share: vehicles, boats, guides, rooms (docs/decisions, "resources").
create extension if not exists btree_gist;

create table resources (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('vehicle', 'boat', 'guide', 'room')),
  -- 1 is exclusive; more is a pool of interchangeable units, such as four vans.
  units integer not null check (units between 1 and 200),
  -- Seats of one unit; null: unknown.
  seats integer check (seats between 1 and 10000),
  is_archived boolean not null default false,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Found by name, also in bulk uploads.
create unique index resources_name on resources (lower(name)) where not is_archived;

create table resource_uses (
  id uuid primary key,
  resource_id uuid not null references resources (id),
  -- Units are numbered from 1.
  unit integer not null check (unit > 0),
  -- Setup and turnaround included.
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  -- Null: staff have blocked the unit.
  departure_id uuid references departures (id) on delete cascade,
  -- Set where each booking uses a unit of its own (transfers), not the departure. Taken before the booking is inserted.
  booking_id uuid references bookings (id) on delete cascade deferrable initially deferred,
  leg text check (leg in ('outbound', 'return')),
  -- Staff chose the unit, perhaps before the first booking.
  is_assigned boolean not null default false,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  check ((booking_id is null) = (leg is null)),
  check (booking_id is null or departure_id is not null),
  check ((departure_id is null) = (reason is not null)),
  -- Whatever the code does, nothing is used twice.
  constraint resource_uses_once exclude using gist (resource_id with =, unit with =, during with &&)
);
create index resource_uses_by_departure on resource_uses (departure_id) where departure_id is not null;
create index resource_uses_by_booking on resource_uses (booking_id) where booking_id is not null;
-- One use of a resource for each departure, or for each leg of a booking.
create unique index resource_uses_of_departure on resource_uses (departure_id, resource_id)
  where departure_id is not null and booking_id is null;
create unique index resource_uses_of_booking on resource_uses (booking_id, leg, resource_id) where booking_id is not null;

-- Which items share a resource.
create index services_by_resource on services using gin ((details -> 'resources') jsonb_path_ops);
