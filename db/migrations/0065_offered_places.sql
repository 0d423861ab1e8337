-- What was offered on past days. Departures are computed from schedules that staff change later, so this cannot be known
-- afterwards: a job records each day once it is over (docs/rules/reports.md).
create table offered_days (
  day date primary key,
  recorded_at timestamptz not null
);

-- One row per service and week, because 10,000 services have 3.6 million days a year. Element n is weekday n (1 is
-- Monday). 0 on a recorded day means that nothing was offered; services without a row offered nothing all week.
create table offered_weeks (
  service_id uuid not null references services (id) on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  -- Departures on sale, of which `free_sale` have no limit.
  departures integer[] not null check (cardinality(departures) = 7),
  free_sale integer[] not null check (cardinality(free_sale) = 7),
  -- The places of those with a limit.
  places integer[] not null check (cardinality(places) = 7),
  primary key (service_id, week)
);
