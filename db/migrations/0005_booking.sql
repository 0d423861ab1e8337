create table bookings (
  id uuid primary key,
  booking_reference text not null unique check (booking_reference ~ '^[A-Z]{1,6}[0-9]{10}$'),
  user_id text references users (id) on delete set null,
  service_id uuid not null references services (id),
  service_type text not null check (service_type ~ '^[a-z][a-z_]*$'),
  service_title text not null,
  customer_name text not null check (length(btrim(customer_name)) between 1 and 200),
  customer_email text not null check (customer_email = lower(customer_email) and customer_email like '%_@_%'),
  customer_phone text check (customer_phone ~ '^\+[1-9][0-9]{6,14}$'),
  adults_count integer not null check (adults_count between 1 and 500),
  children_count integer not null default 0 check (children_count between 0 and 500),
  infants_count integer not null default 0 check (infants_count between 0 and 500),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- D44: base = the lines; total = before the discount, tax included; final = what is to be paid.
  price_lines jsonb not null,
  base_minor bigint not null check (base_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= base_minor),
  final_minor bigint not null check (final_minor >= 0),
  travel_date date,
  travel_time text check (travel_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null,
  starts_at timestamptz,
  selected_language text,
  pickup_location text check (length(pickup_location) <= 500),
  special_requests text check (length(special_requests) <= 2000),
  customer_note text check (length(customer_note) <= 2000),
  admin_notes text check (length(admin_notes) <= 10000),
  details jsonb not null default '{}',
  booking_status text not null default 'pending'
    check (booking_status in ('pending', 'confirmed', 'cancelled', 'completed')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'completed', 'failed', 'refunded')),
  -- Set by the payment room only.
  payment_gateway text,
  payment_reference text,
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and paid_minor),
  case_stage text,
  cancellation_reason text,
  instant_confirmation boolean not null default false,
  -- Unpaid bookings expire (D64); null = does not expire (paid, on arrival, or a proof is being checked).
  expires_at timestamptz,
  verification text check (verification in ('approved', 'rejected')),
  verified_at timestamptz,
  verified_by text,
  search_text text generated always as (
    lower(booking_reference || ' ' || customer_name || ' ' || customer_email || ' ' || service_title)
  ) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((verification is null) = (verified_at is null)),
  check (payment_status <> 'completed' or paid_minor > 0 or final_minor = 0),
  check (discount_minor <= total_minor)
);
create index bookings_newest on bookings (created_at desc, id desc);
create index bookings_status on bookings (booking_status, created_at desc, id desc);
create index bookings_type on bookings (service_type, created_at desc, id desc);
create index bookings_user on bookings (user_id, created_at desc) where user_id is not null;
create index bookings_email on bookings (customer_email);
create index bookings_service on bookings (service_id);
create index bookings_expiry on bookings (expires_at) where expires_at is not null;
create index bookings_search on bookings using gin (search_text gin_trgm_ops);
create index bookings_slot on bookings (service_id, travel_date, travel_time) where booking_status <> 'cancelled';

create table booking_travelers (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  position integer not null check (position >= 0),
  first_name text not null,
  last_name text not null default '',
  is_single_name boolean not null default false,
  traveler_type text not null check (traveler_type in ('adult', 'child', 'infant')),
  passport_number text,
  passport_expiry date,
  date_of_birth date,
  arrival_date date,
  departure_date date,
  check (departure_date is null or arrival_date is null or departure_date >= arrival_date),
  unique (booking_id, position)
);

create table booking_documents (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  traveler_id uuid references booking_travelers (id) on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]*$'),
  version integer not null default 1 check (version > 0),
  file_id uuid not null unique references files (id),
  created_at timestamptz not null default now(),
  unique nulls not distinct (booking_id, traveler_id, name, version)
);

-- The history: what happened, in order, never changed (D99).
create table booking_history (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  event text not null check (event ~ '^[a-z]+(-[a-z]+)*$'),
  actor text not null check (actor in ('customer', 'admin', 'system', 'provider')),
  actor_id text,
  data jsonb not null default '{}',
  at timestamptz not null default now()
);
create index booking_history_booking on booking_history (booking_id, id);
create trigger booking_history_append_only before update on booking_history
  for each row execute function refuse_change();

-- Counted by the database itself, so that the dashboard never scans: one row per state, currency and kind.
create table booking_counters (
  service_type text not null,
  booking_status text not null,
  payment_status text not null,
  currency char(3) not null,
  shard smallint not null check (shard between 0 and 15),
  bookings bigint not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  primary key (service_type, booking_status, payment_status, currency, shard)
);
create function count_booking(b bookings, sign integer) returns void language sql as $$
  -- Sixteen shards, by connection, so that parallel bookings do not wait for one row.
  insert into booking_counters as c
  values (b.service_type, b.booking_status, b.payment_status, b.currency, pg_backend_pid() % 16,
          sign, sign * b.paid_minor, sign * b.refunded_minor)
  on conflict (service_type, booking_status, payment_status, currency, shard) do update
    set bookings = c.bookings + excluded.bookings,
        paid_minor = c.paid_minor + excluded.paid_minor,
        refunded_minor = c.refunded_minor + excluded.refunded_minor
$$;
create function count_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.booking_status, old.payment_status, old.paid_minor, old.refunded_minor)
      is not distinct from (new.booking_status, new.payment_status, new.paid_minor, new.refunded_minor) then
    return null;
  end if;
  -- Removal first, then addition, always the lower key first: two transactions cannot wait for each other in a ring.
  if tg_op = 'INSERT' then
    perform count_booking(new, 1);
  elsif tg_op = 'DELETE' then
    perform count_booking(old, -1);
  elsif (old.booking_status, old.payment_status) <= (new.booking_status, new.payment_status) then
    perform count_booking(old, -1);
    perform count_booking(new, 1);
  else
    perform count_booking(new, 1);
    perform count_booking(old, -1);
  end if;
  return null;
end $$;
create trigger bookings_counted after insert or update or delete on bookings
  for each row execute function count_bookings();
