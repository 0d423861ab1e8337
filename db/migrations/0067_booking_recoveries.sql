-- One-time codes that open the bookings of a lost reference. A request that matches no booking has a row too, so that
-- both take the same time. The code itself is only in the mail.
create table booking_recoveries (
  id uuid primary key,
  -- The newest booking that matches, whose address got the code; null: none does, or it got too many mails.
  booking_id uuid references bookings (id) on delete cascade,
  -- Keyed digest.
  code_digest text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index booking_recoveries_booking on booking_recoveries (booking_id) where booking_id is not null;
create index booking_recoveries_expiry on booking_recoveries (expires_at);
create index bookings_phone on bookings (customer_phone, created_at) where customer_phone is not null;
