-- Invoices carry a consecutive number: one row per series holds the last one given, and is taken in the transaction that
-- writes the invoice, so that no number is lost or given twice.
create table invoice_series (
  series text primary key check (series ~ '^[A-Z]{1,6}-[0-9]{4}$'),
  last_number integer not null check (last_number > 0)
);

create table invoices (
  id uuid primary key,
  booking_id uuid not null unique references bookings (id),
  series text not null references invoice_series (series),
  number integer not null check (number > 0),
  -- What the paper says, as it was when it was issued: seller, customer, lines, amounts.
  content jsonb not null,
  issued_at timestamptz not null,
  unique (series, number)
);
create trigger invoices_unchanged before update or delete on invoices
  for each row execute function refuse_change();
