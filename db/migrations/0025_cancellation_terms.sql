-- The terms that a booking was sold under, as its item had them: steps {days, percent}. Null: none were agreed.
alter table bookings
  add column cancellation_terms jsonb check (jsonb_typeof(cancellation_terms) = 'array'),
  -- What is to have gone back in all, decided with the cancellation. Null: nothing was decided, all goes back.
  add column refund_due_minor bigint check (refund_due_minor between 0 and paid_minor),
  add constraint bookings_refund_is_of_cancelled check (refund_due_minor is null or booking_status = 'cancelled');
