-- Sold cases that are not delivered: whose documents staff review, of a million bookings. The condition is that of
-- modules/booking/queries/document-queue.server.ts, word for word.
create index bookings_open_cases on bookings (id)
  where case_stage in ('waiting_for_documents', 'documents_received')
    and (booking_status = 'confirmed' or (booking_status = 'pending' and payment_status = 'completed'));
