-- A proof waits for staff until they decide, ask for another one or record the payment, whatever the customer chooses in
-- the meantime.
alter table payment_proofs add column settled_at timestamptz;
update payment_proofs as proof
  set settled_at = booking.updated_at
  from bookings as booking
  where booking.id = proof.booking_id
    and (booking.verification is not null or booking.booking_status = 'cancelled'
      or booking.payment_status in ('completed', 'refunded') or exists (
        select from proof_requests as request
        where request.booking_id = proof.booking_id and request.asked_at >= proof.created_at));
drop index bookings_transfers_to_check;
create index payment_proofs_waiting on payment_proofs (booking_id, created_at) where settled_at is null;
