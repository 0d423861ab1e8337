-- What the provider said of the payment that a booking was paid with, as it was verified: references, amount, mode. Null
-- where people have said that it is paid. Nothing of the payer is in it.
alter table bookings add column gateway_response jsonb;
