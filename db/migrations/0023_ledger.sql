-- What the provider keeps of the money, where it tells, and since when the payer disputes the payment.
alter table payment_attempts
  add column fee_minor bigint check (fee_minor >= 0),
  add column disputed_at timestamptz;

-- The ledger: every movement of money, written once, in the transaction that changes the attempt. A line carries what
-- moved with the provider, in the currency charged, and what of it counts for the booking, in the booking's own: so a
-- conversion is one line with both amounts and the rate. Money in is positive, money out negative; what an attempt or
-- a booking says is the sum of its lines (modules/payment/queries/ledger.server.ts proves it).
create table ledger_entries (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id),
  -- Null: taken over with a booking whose payment was never ours to follow.
  attempt_id uuid references payment_attempts (id),
  -- The attempt's version after the change: the same change cannot be entered twice.
  attempt_version integer check ((attempt_id is null) = (attempt_version is null)),
  -- assigned: money that was charged before counts for the booking now. returned: a refund that did not reach the payer.
  kind text not null check (kind in ('charged', 'assigned', 'refunded', 'returned', 'fee')),
  amount_minor bigint not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  booking_minor bigint not null,
  booking_currency char(3) not null check (booking_currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(18, 8) not null check (exchange_rate > 0),
  -- What made us look: the event of the provider, or of our own asking, as payment_events knows it.
  source text not null,
  at timestamptz not null,
  check (amount_minor <> 0 or booking_minor <> 0),
  check (case kind when 'charged' then amount_minor > 0 when 'assigned' then amount_minor = 0
    when 'refunded' then amount_minor <= 0 when 'returned' then amount_minor >= 0
    else amount_minor <> 0 and booking_minor = 0 end),
  constraint ledger_entries_once unique (attempt_id, attempt_version, kind)
);
create unique index ledger_entries_taken_over on ledger_entries (booking_id, kind) where attempt_id is null;
create index ledger_entries_booking on ledger_entries (booking_id);
create index ledger_entries_at on ledger_entries using brin (at);

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_kept before truncate on ledger_entries
  for each statement execute function refuse_change();

-- What stands in attempts and bookings by now becomes the first lines: a booking was paid by the attempt that its
-- history names, else by the first that was paid in full.
with payer as (
  select distinct on (b.id) a.id, b.paid_minor, b.refunded_minor
  from bookings b join payment_attempts a on a.booking_id = b.id
  where b.paid_minor > 0 and a.booking_amount_minor = b.paid_minor and a.captured_minor > 0
    and a.state in ('succeeded', 'partially_refunded', 'refunded')
  order by b.id, exists (select from booking_history h where h.booking_id = b.id and h.event = 'payment-completed'
    and h.data ->> 'attemptId' = a.id::text) desc, a.succeeded_at, a.id
), taken as (
  select a.*, coalesce(payer.paid_minor, 0) as counted, coalesce(payer.refunded_minor, 0) as counted_back
  from payment_attempts a left join payer using (id) where a.captured_minor > 0
)
insert into ledger_entries (booking_id, attempt_id, attempt_version, kind, amount_minor, currency, booking_minor,
  booking_currency, exchange_rate, source, at)
select booking_id, id, version, 'charged', captured_minor, currency, counted, booking_currency, exchange_rate,
  'opening', coalesce(succeeded_at, updated_at) from taken
union all
select booking_id, id, version, 'refunded', -refunded_minor, currency, -counted_back, booking_currency, exchange_rate,
  'opening', updated_at from taken where refunded_minor > 0;

-- What no attempt tells of: bookings that were paid elsewhere.
with told as (
  select booking_id, coalesce(sum(booking_minor) filter (where kind = 'charged'), 0) as paid,
    -coalesce(sum(booking_minor) filter (where kind = 'refunded'), 0) as refunded
  from ledger_entries group by booking_id
), rest as (
  select b.id, b.currency, b.updated_at, b.paid_minor - coalesce(paid, 0) as paid,
    b.refunded_minor - coalesce(refunded, 0) as refunded
  from bookings b left join told on booking_id = b.id where b.paid_minor > 0
)
insert into ledger_entries (booking_id, kind, amount_minor, currency, booking_minor, booking_currency, exchange_rate,
  source, at)
select id, 'charged', paid, currency, paid, currency, 1, 'opening', updated_at from rest where paid > 0
union all
select id, 'refunded', -refunded, currency, -refunded, currency, 1, 'opening', updated_at from rest where refunded > 0;

-- Once a day: what each provider says, and what the books say, side by side.
create table payment_report_days (
  day date primary key,
  made_at timestamptz not null,
  -- What the ledger's proof found; an empty list: the books agree.
  ledger_differences jsonb not null
);
create table payment_reports (
  day date not null references payment_report_days (day) on delete cascade,
  provider text not null,
  asked integer not null,
  agreed integer not null,
  changed integer not null,
  unanswered integer not null,
  -- Refunds that were found to have been made with the provider, not by us.
  refunds_elsewhere integer not null,
  -- Payments about which provider and shop still differ after asking.
  differing jsonb not null,
  -- By currency, what the ledger entered that day.
  sums jsonb not null,
  primary key (day, provider),
  check (asked = agreed + changed + unanswered + jsonb_array_length(differing))
);
