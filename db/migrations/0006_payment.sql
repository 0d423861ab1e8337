create table payment_gateways (
  name text primary key check (name ~ '^[a-z][a-z0-9_]*$'),
  type text not null check (type in ('api', 'manual')),
  enabled boolean not null default false,
  settings jsonb not null default '{}',
  -- A JSON object of the provider's secret fields, sealed under SECRET_KEY; never leaves the server (D11).
  sealed_secrets bytea,
  manual_instructions text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table bank_accounts (
  currency char(3) primary key check (currency ~ '^[A-Z]{3}$'),
  account_name text not null default '',
  account_number text not null default '',
  bank_name text not null default '',
  branch text not null default '',
  ifsc text not null default '',
  upi text not null default '',
  iban text not null default '',
  swift text not null default '',
  updated_at timestamptz not null default now()
);

create table payment_attempts (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  provider text not null references payment_gateways (name),
  -- What the provider is asked for; may differ in currency from the booking (D43 keeps the rate).
  amount_minor bigint not null check (amount_minor >= 0),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  booking_amount_minor bigint not null check (booking_amount_minor >= 0),
  booking_currency char(3) not null,
  exchange_rate numeric(18, 8) not null default 1 check (exchange_rate > 0),
  state text not null default 'created' check (state in (
    'created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled', 'expired',
    'partially_refunded', 'refunded')),
  provider_order_ref text,
  provider_payment_ref text,
  action jsonb,
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0 and refunded_minor <= captured_minor),
  review_reason text,
  failure_message text,
  expires_at timestamptz,
  succeeded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_order_ref),
  unique (provider, provider_payment_ref)
);
create index payment_attempts_booking on payment_attempts (booking_id, created_at);
-- One active attempt per booking: a double payment is prevented before it has to be refunded.
create unique index payment_attempts_one_active on payment_attempts (booking_id)
  where state in ('created', 'requires_action', 'processing');
create index payment_attempts_open on payment_attempts (expires_at)
  where state in ('created', 'requires_action', 'processing');
create index payment_attempts_review on payment_attempts (created_at) where review_reason is not null;

create table payment_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  attempt_id uuid references payment_attempts (id),
  verified boolean not null,
  outcome text not null check (outcome in ('applied', 'unchanged', 'mismatch', 'unknown-attempt', 'rejected')),
  body bytea not null,
  note text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  unique (provider, event_id)
);
create index payment_events_attempt on payment_events (attempt_id, received_at);

create table refunds (
  id uuid primary key,
  attempt_id uuid not null references payment_attempts (id),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  state text not null default 'created' check (state in ('created', 'pending', 'succeeded', 'failed')),
  origin text not null check (origin in ('ours', 'external')),
  reason text not null,
  provider text not null,
  provider_refund_ref text,
  failure_message text,
  requested_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_refund_ref)
);
create index refunds_attempt on refunds (attempt_id);
create index refunds_open on refunds (created_at) where state in ('created', 'pending');

-- Proofs of a bank transfer: every version is kept (D24).
create table payment_proofs (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  attempt_id uuid references payment_attempts (id),
  version integer not null check (version > 0),
  file_id uuid unique references files (id),
  external_url text check (external_url ~ '^https?://'),
  uploaded_by text not null check (uploaded_by in ('customer', 'admin')),
  actor_id text,
  created_at timestamptz not null default now(),
  check ((file_id is null) <> (external_url is null)),
  unique (booking_id, version)
);

-- The agency's question back to the customer ("Ask for new proof"); open until a newer proof arrives.
create table proof_requests (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  reason text not null check (length(btrim(reason)) between 1 and 1000),
  asked_by text not null,
  asked_at timestamptz not null default now(),
  answered_at timestamptz
);
create index proof_requests_booking on proof_requests (booking_id, asked_at);

-- The sandbox card's own side of the story: what a real provider would know. Only sandbox mode writes here.
create table sandbox_card_orders (
  order_ref text primary key,
  attempt_id uuid not null unique,
  amount_minor bigint not null,
  currency char(3) not null,
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'cancelled', 'expired')),
  payment_ref text unique,
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  return_url text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
