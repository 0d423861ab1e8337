-- Who booked, as keyed digests of the network, the mailbox and the phone number, for limits on unpaid places. Only for
-- bookings on departures with limited places.
alter table bookings
  add column origin_keys text[],
  -- Paid in cash on arrival, but staff decide first. Pending, and expires like any unpaid booking.
  add column awaits_agency boolean not null default false;
create index bookings_unpaid_origins on bookings using gin (origin_keys)
  where booking_status in ('pending', 'confirmed') and paid_minor = 0 and origin_keys is not null;
create index bookings_awaiting_agency on bookings (created_at, id) where awaits_agency;

-- A customer is a mailbox or a phone number: variants of an address with dots or a plus reach the same mailbox.
alter table promo_uses
  add column customer_mailbox text generated always as (
    replace(split_part(split_part(customer_email, '@', 1), '+', 1), '.', '') || '@' ||
    replace(split_part(customer_email, '@', 2), 'googlemail.com', 'gmail.com')
  ) stored,
  add column customer_phone text;
update promo_uses set customer_phone = bookings.customer_phone from bookings where bookings.id = promo_uses.booking_id;
drop index promo_uses_customer;
create index promo_uses_mailbox on promo_uses (promo_id, customer_mailbox);
create index promo_uses_phone on promo_uses (promo_id, customer_phone) where customer_phone is not null;
