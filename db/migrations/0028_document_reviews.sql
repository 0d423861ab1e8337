-- What staff found of a document that was handed in. Only the newest version of a document counts; a further version
-- begins without a review.
alter table booking_documents
  add column review text check (review in ('accepted', 'asked_again')),
  add column review_reason text check (length(btrim(review_reason)) between 1 and 1000),
  add column reviewed_at timestamptz,
  add column reviewed_by text,
  add check ((review is null) = (reviewed_at is null)),
  add check ((review is null) = (reviewed_by is null)),
  add check ((review is not distinct from 'asked_again') = (review_reason is not null));

-- What was applied for, such as a visa: uploaded by staff, then delivered to the customer. A replaced one stays as an
-- earlier version until it is erased with the others.
create table issued_documents (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  traveler_id uuid references booking_travelers (id) on delete cascade,
  version integer not null check (version > 0),
  file_id uuid not null unique references files (id),
  issued_by text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  delivered_by text,
  check ((delivered_at is null) = (delivered_by is null)),
  unique nulls not distinct (booking_id, traveler_id, version)
);
