-- What an advertising event of a booking needs, kept only where its visitor agreed to the pixel: gone as soon as the
-- purchase was told, at the latest after seven days.
create table conversion_visits (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- The pixel's own cookies, _fbp and _fbc.
  browser_id text check (length(browser_id) <= 300),
  click_id text check (length(click_id) <= 600),
  user_agent text not null check (length(user_agent) <= 500),
  address text not null,
  checkout_told_at timestamptz,
  created_at timestamptz not null
);
create index conversion_visits_age on conversion_visits (created_at);
