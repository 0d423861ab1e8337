-- What travellers say of a booking that is completed: one review a booking, shown once staff have published it.
create table reviews (
  id uuid primary key,
  booking_id uuid not null unique references bookings (id),
  service_id uuid not null references services (id),
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  shown_name text not null check (length(btrim(shown_name)) between 1 and 60),
  status text not null default 'waiting' check (status in ('waiting', 'published', 'hidden')),
  hidden_reason text check (length(btrim(hidden_reason)) between 1 and 500),
  decided_at timestamptz,
  decided_by text,
  -- The agency's answer, shown below the review.
  reply text check (length(btrim(reply)) between 1 and 2000),
  replied_at timestamptz,
  replied_by text,
  version integer not null default 1 check (version > 0),
  written_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reviews_decided check (
    (status = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint reviews_hidden check ((status = 'hidden') = (hidden_reason is not null)),
  constraint reviews_replied check ((reply is null) = (replied_at is null) and (reply is null) = (replied_by is null))
);
-- Ids carry their time: the newest first.
create index reviews_published on reviews (service_id, id desc) where status = 'published';
create index reviews_by_status on reviews (status, id desc);

-- Ratings come from these reviews alone: until there are some, nothing is rated (D120).
update services set rating = 0, total_reviews = 0 where rating <> 0 or total_reviews <> 0;
alter table services add constraint services_rating_counted check ((rating = 0) = (total_reviews = 0));
