-- A prepared move may change either leg of a return trip, or both: a null departure means that this leg stays.
alter table prepared_moves
  alter column departure_id drop not null,
  add column return_leg_departure_id uuid references departures (id),
  add column from_return_leg_departure_id uuid references departures (id),
  add constraint prepared_moves_leg check (departure_id is not null or return_leg_departure_id is not null);
create index prepared_moves_by_return_leg on prepared_moves (return_leg_departure_id)
  where outcome is null and return_leg_departure_id is not null;

-- The units of a booking on the departure that its return leg is to move to.
alter table resource_uses
  drop constraint resource_uses_leg_check,
  add constraint resource_uses_leg_check check (leg in ('outbound', 'return', 'prepared', 'prepared_return'));
