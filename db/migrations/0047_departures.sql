-- Places are taken on departures (docs/decisions/0021-computed-departures.md). A departure follows from its item's
-- schedules; a row exists only once it has a booking or an exception.
create table departures (
  id uuid primary key,
  service_id uuid not null references services (id) on delete cascade,
  local_date date not null,
  -- Null: a day ticket, or opening hours.
  local_time text check (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Exceptions; null follows the schedule.
  capacity integer check (capacity >= 0),
  is_closed boolean not null default false,
  -- Created by hand: on sale without a schedule.
  is_added boolean not null default false,
  prices jsonb check (jsonb_typeof(prices) = 'object'),
  note text check (length(note) <= 2000),
  guide text check (length(guide) <= 200),
  -- The places of its bookings, as their column `places` counts them.
  taken integer not null default 0 check (taken >= 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint departures_start unique nulls not distinct (service_id, local_date, local_time)
-- Room for new versions of a row on its page: `taken` changes often and is in no index.
) with (fillfactor = 80);
create index departures_by_day on departures (local_date, service_id);

alter table bookings
  add column departure_id uuid,
  -- What the booking holds on its departure; 0 after it was freed.
  add column places integer not null default 0;

-- Bookings keep their places. A transfer takes one vehicle of its day; everybody else has counted as one until now.
-- Visas and clearances have no departures. Completed journeys of the past hold nothing any more: leaving them out keeps
-- the upgrade of a large shop short.
insert into departures (id, service_id, local_date, local_time, taken)
select gen_random_uuid(), service_id, travel_date, case when service_type <> 'transfer' then travel_time end,
  sum(case when service_type = 'transfer' then 1 else adults_count + children_count + infants_count end)
from bookings
where travel_date is not null and service_type not in ('visa', 'ok_to_board')
  and (booking_status in ('pending', 'confirmed') or booking_status = 'completed' and travel_date > current_date - 2)
group by 2, 3, 4;

analyze departures;

-- Counters, days and titles do not depend on the new columns.
alter table bookings disable trigger user;
update bookings b set departure_id = d.id,
  places = case when service_type = 'transfer' then 1 else adults_count + children_count + infants_count end
from departures d
where d.service_id = b.service_id and d.local_date = b.travel_date
  -- Unlike "is not distinct from", equality lets the planner hash.
  and coalesce(d.local_time, '') = coalesce(case when service_type <> 'transfer' then travel_time end, '')
  and service_type not in ('visa', 'ok_to_board')
  and (booking_status in ('pending', 'confirmed') or booking_status = 'completed' and travel_date > current_date - 2);
alter table bookings enable trigger user;

alter table bookings
  add constraint bookings_departure foreign key (departure_id) references departures (id),
  add constraint bookings_places check (places >= 0 and (places = 0 or departure_id is not null));
create index bookings_by_departure on bookings (departure_id) where departure_id is not null;
