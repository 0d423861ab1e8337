-- What every room stands on: search, the event log, idempotency, shared limits, settings, audit.
create extension if not exists pg_trgm;

-- Facts that other rooms react to. Written in the transaction of the fact, delivered by a job.
create table events (
  id uuid primary key,
  name text not null check (name ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$'),
  payload jsonb not null,
  occurred_at timestamptz not null default now()
);
create index events_occurred_at on events (occurred_at);

-- The answer that was given to a write, so that the same key and body get it again (kept 7 days).
create table idempotency_keys (
  scope text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Counted hits per window, shared by all nodes. Losing them in a crash harms nobody: unlogged.
create unlogged table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null check (hits > 0),
  primary key (bucket, window_start)
);
create index rate_limits_window on rate_limits (window_start);

create table settings (
  setting_key text primary key check (setting_key ~ '^[a-z][a-z0-9_]*$'),
  setting_value jsonb not null,
  updated_at timestamptz not null default now()
);

-- One rate per currency against one US dollar (D38).
create table exchange_rates (
  currency char(3) primary key check (currency ~ '^[A-Z]{3}$'),
  per_usd numeric(18, 8) not null check (per_usd > 0),
  updated_at timestamptz not null default now()
);

-- Who changed what, when: append only.
create table audit_entries (
  id uuid primary key,
  actor_id text,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
create index audit_entries_subject on audit_entries (subject_type, subject_id, at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
