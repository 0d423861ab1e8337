-- How a group travels, and when its sale ends; null where it is not known or the agency's rules decide.
alter table departures
  -- 'flight', 'coach', 'train' or 'ship'; the shop has the word for it.
  add column travel_mode text constraint departures_travel_mode check (travel_mode in ('flight', 'coach', 'train', 'ship')),
  -- Company and number, such as 'Saudia SV 773, back SV 772'.
  add column carrier text constraint departures_carrier check (btrim(carrier) <> '' and length(carrier) <= 200),
  -- Sale ends this many hours before the start.
  add column cut_off_hours integer constraint departures_cut_off check (cut_off_hours between 0 and 8760);
