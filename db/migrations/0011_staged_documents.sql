-- Documents that were sent before there is a booking: whoever holds their signed token books with them. What is not
-- booked with by then is erased.
create table staged_documents (
  file_id uuid primary key references files (id),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index staged_documents_expiry on staged_documents (expires_at);
