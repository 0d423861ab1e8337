-- Staff search phone numbers by their last digits, in any spelling (modules/booking/queries/search.server.ts).
create index bookings_phone_ending on bookings (reverse(customer_phone) text_pattern_ops);
analyze bookings;
