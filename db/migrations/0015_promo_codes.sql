create table promo_codes (
  id uuid primary key,
  -- As customers type it, in capitals.
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,39}$'),
  description text not null default '' check (length(description) <= 200),
  -- Either hundredths of a percent of the lines, or an amount.
  percent_hundredths integer check (percent_hundredths between 1 and 10000),
  amount_minor bigint check (amount_minor > 0),
  currency char(3) check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  customer_limit integer check (customer_limit > 0),
  -- Empty = every kind; empty = every service of these kinds.
  kinds text[] not null default '{}',
  service_ids uuid[] not null default '{}',
  is_active boolean not null default true,
  -- Bookings that hold a use now; kept beside them so that the limit is a constraint.
  used integer not null default 0 check (used >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((percent_hundredths is null) <> (amount_minor is null)),
  check ((amount_minor is null) = (currency is null)),
  check (ends_at is null or starts_at is null or ends_at > starts_at)
);

create table promo_uses (
  booking_id uuid primary key references bookings (id) on delete cascade,
  promo_id uuid not null references promo_codes (id),
  customer_email text not null,
  discount_minor bigint not null check (discount_minor > 0),
  currency char(3) not null,
  used_at timestamptz not null,
  -- The booking came to nothing: the use is free again.
  released_at timestamptz
);
create index promo_uses_customer on promo_uses (promo_id, customer_email) where released_at is null;

alter table bookings add column promo_code text;
