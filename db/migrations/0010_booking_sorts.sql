-- The bookings table of the back office sorts by each of its columns (A132), a page at a time, also among a million.
-- The expressions are those of modules/booking/queries/admin-list.server.ts. Amounts sort by what they are worth at
-- today's rates, which no index can know.
create index bookings_by_customer on bookings (lower(customer_name), id);
create index bookings_by_title on bookings (lower(service_title), id);
create index bookings_by_type on bookings (service_type, id);
create index bookings_by_status on bookings (booking_status, id);
create index bookings_by_payment on bookings (payment_status, id);
create index bookings_by_travel on bookings (coalesce(travel_date, date '0001-01-01'), id);
