-- The bookings table sorts by what amounts are worth at today's rates. Within one currency that is the order of the
-- amounts themselves (modules/booking/queries/by-worth.server.ts).
create index bookings_by_amount on bookings (currency, final_minor, id);
