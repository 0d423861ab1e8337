-- Each version of a booking writes an entry to each of its indexes. One index on item and day serves the places report and
-- the foreign key of services; two did. Departures within 48 hours are read from the index on days of travel, which holds
-- the state as well.
create index bookings_of_service on bookings (service_id, travel_date);
drop index bookings_service;
drop index bookings_slot;
drop index bookings_departures;
