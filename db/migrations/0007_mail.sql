create table mail_templates (
  template_name text primary key check (template_name ~ '^[a-z][a-z_]*$'),
  subject text not null,
  html_body text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table email_settings (
  id boolean primary key default true check (id),
  smtp_host text not null,
  smtp_port integer not null default 587 check (smtp_port between 1 and 65535),
  smtp_user text not null,
  sealed_password bytea,
  tls_mode text not null default 'starttls' check (tls_mode in ('starttls', 'tls', 'none')),
  from_name text not null default '',
  from_email text not null,
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now()
);

-- The outbox. dedupe_key makes one mail per event and template, however often the event is delivered.
create table mail_messages (
  id uuid primary key,
  dedupe_key text not null unique,
  template_name text not null,
  booking_id uuid references bookings (id) on delete set null,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  message_id text not null unique,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_messages_newest on mail_messages (created_at desc, id desc);
create index mail_messages_open on mail_messages (next_attempt_at) where status = 'queued';
create index mail_messages_booking on mail_messages (booking_id) where booking_id is not null;
