-- Sold, and some document is still waited for: counted on the dashboard and listed newest first, of a million bookings.
-- The condition is that of modules/booking/queries/admin-list.server.ts, word for word.
create index bookings_missing_documents on bookings (created_at, id)
  where case_stage = 'waiting_for_documents'
    and (booking_status = 'confirmed' or (booking_status = 'pending' and payment_status = 'completed'));
