create table homepage_sliders (
  id uuid primary key,
  title text not null check (length(btrim(title)) > 0),
  subtitle text not null default '',
  image_url text not null check (length(btrim(image_url)) > 0),
  link_url text not null default '' check (link_url = '' or link_url ~* '^(https?://|/)'),
  button_text text not null default 'Learn More',
  display_order integer not null default 0,
  is_active boolean not null default true,
  cta_button_color text not null default '#3B82F6' check (cta_button_color ~ '^#[0-9A-Fa-f]{6}$'),
  background_overlay_opacity numeric(2, 1) not null default 0.5 check (background_overlay_opacity between 0 and 1),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table menu_items (
  id uuid primary key,
  name text not null check (length(btrim(name)) > 0),
  href text not null check (href ~* '^(https?://|/|#|mailto:|tel:)'),
  icon text not null default 'Link',
  menu_type text not null default 'header' check (menu_type in ('header', 'footer')),
  target text not null default '_self' check (target in ('_self', '_blank')),
  parent_id uuid references menu_items (id) on delete cascade check (parent_id <> id),
  order_index integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table pages (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  body_html text not null,
  seo_title text,
  seo_description text,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  subject text not null,
  message text not null,
  topic text not null default 'contact',
  handled_at timestamptz,
  created_at timestamptz not null default now()
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
