-- One record per customer (modules/customer). The job `record-customers` fills the tables from the bookings and accounts
-- that exist already, in batches (docs/rules/customers.md).
create table customers (
  id uuid primary key,
  name text not null,
  -- Shown first and used for contact; all addresses and numbers are in customer_contacts.
  email text check (email = lower(email)),
  phone text,
  language text,
  tags text[] not null default '{}',
  marketing text not null default 'unknown' check (marketing in ('unknown', 'agreed', 'declined')),
  marketing_at timestamptz,
  user_id text unique references users (id) on delete set null,
  -- All addresses and numbers, one per line, for the search.
  contacts text not null default '',
  search_text text not null generated always as (lower(' ' || name || E'\n ' || contacts || E'\n')) stored,
  last_booked_at timestamptz,
  -- The last booking, or when the record was made.
  active_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index customers_active on customers (active_at desc, id desc);
create index customers_by_name on customers (lower(name), id);
create index customers_search on customers using gin (search_text gin_trgm_ops);
create index customers_tags on customers using gin (tags);

-- Which record an address or a number leads to. Bookings join by their address alone.
create table customer_contacts (
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  customer_id uuid not null references customers (id) on delete cascade,
  added_at timestamptz not null,
  primary key (kind, value)
);
create index customer_contacts_customer on customer_contacts (customer_id);

create table customer_notes (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  text text not null,
  author_id text,
  author_name text not null,
  created_at timestamptz not null,
  -- Deleted notes can be restored.
  deleted_at timestamptz
);
create index customer_notes_customer on customer_notes (customer_id, created_at);

-- How far the job has read the bookings and the accounts.
create table customer_sweeps (
  source text primary key check (source in ('bookings', 'accounts')),
  after_id text not null
);
