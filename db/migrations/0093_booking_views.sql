-- Saved views of the back office's list of bookings: filters, order and columns (modules/booking/saved-views).
create table booking_views (
  id uuid primary key,
  owner_id text not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  is_shared boolean not null default false,
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index booking_views_owner on booking_views (owner_id, lower(name));
create index booking_views_shared on booking_views (id) where is_shared;
