-- Days on which nothing departs: of one service, or of the whole agency. Departures follow from schedules, so closing
-- each of them would miss those that a schedule adds later.
create table blocked_dates (
  id uuid primary key,
  -- Null: the whole agency.
  service_id uuid references services (id) on delete cascade,
  from_date date not null,
  to_date date not null,
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  check (from_date <= to_date)
);
create index blocked_dates_by_service on blocked_dates (service_id, to_date);
