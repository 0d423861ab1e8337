-- Everything that is sold: shared columns, and the kind's own fields in details, which the kind's schema
-- validates. The list of kinds is code (services/index.ts), so the database only checks the form of the key.
create table services (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]*$'),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(btrim(title)) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'inactive', 'archived')),
  is_featured boolean not null default false,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- What the cards show and lists sort by, worked out from details by the kind's rules on each save.
  from_minor bigint check (from_minor >= 0),
  was_minor bigint check (was_minor > from_minor),
  summary text not null default '',
  location text not null default '',
  duration_minutes integer check (duration_minutes > 0),
  featured_image text,
  facets jsonb not null default '{}',
  details jsonb not null,
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  seo_title text,
  seo_description text,
  search_text text not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (kind, slug)
);
create index services_newest on services (kind, created_at desc, id desc) where status = 'active';
create index services_price on services (kind, from_minor, id) where status = 'active';
create index services_featured on services (kind, created_at desc) where status = 'active' and is_featured;
create index services_search on services using gin (search_text gin_trgm_ops);
-- D77: there is one Ok to Board service on sale at a time.
create unique index services_one_ok_to_board on services (kind) where kind = 'ok_to_board' and status = 'active';

-- Every slug an item ever had: the old ones redirect (D126) and are never given to another item.
create table service_slugs (
  kind text not null,
  slug text not null,
  service_id uuid not null references services (id) on delete cascade,
  primary key (kind, slug)
);
create index service_slugs_service on service_slugs (service_id);

create table trending_products (
  id uuid primary key,
  service_id uuid not null unique references services (id) on delete cascade,
  display_order integer not null check (display_order >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
