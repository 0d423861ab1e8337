-- What the dashboard counts and staff search, answered from an index also among a million bookings.

-- An e-mail address is searched by its beginning, and looked up as a whole (modules/booking/queries/search.server.ts).
drop index bookings_email;
create index bookings_email on bookings (customer_email text_pattern_ops);

-- Departures within 48 hours (modules/booking/queries/dashboard.server.ts).
create index bookings_departures on bookings (travel_date) where booking_status = 'confirmed';

-- Transfers whose proof waits for a decision (modules/payment/queries/open-work.server.ts).
create index bookings_transfers_to_check on bookings (id)
  where payment_gateway = 'bank_transfer' and verification is null
    and booking_status <> 'cancelled' and payment_status in ('pending', 'failed');

-- Mails that were given up: how many, and the list of them.
create index mail_messages_failed on mail_messages (created_at desc, id desc) where status = 'failed';
