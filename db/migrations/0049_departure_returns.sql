-- The day on which a group comes back; null where a departure returns the same day or none is known.
alter table departures
  add column return_date date,
  add constraint departures_return check (return_date >= local_date);
