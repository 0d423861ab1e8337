-- A refund of a sale that has an invoice is documented by a credit note: numbered like invoices, and never changed. Its
-- content also says what it credits.
create table credit_notes (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  invoice_id uuid not null references invoices (id),
  -- One note for each refund; the payment room owns refunds.
  refund_id uuid not null unique,
  series text not null references invoice_series (series),
  number integer not null check (number > 0),
  amount_minor bigint not null check (amount_minor > 0),
  content jsonb not null,
  issued_at timestamptz not null,
  unique (series, number)
);
create index credit_notes_booking on credit_notes (booking_id);
create trigger credit_notes_unchanged before update or delete on credit_notes
  for each row execute function refuse_change();
