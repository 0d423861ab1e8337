-- Bulk actions on bookings (modules/booking/bulk): what was started and the outcome of each booking. Rows are deleted after
-- 30 days; the audit trail and the history of each booking keep what happened.
create table booking_runs (
  id uuid primary key,
  action text not null check (action in ('confirm', 'message')),
  -- Whether unpaid bookings are confirmed too, or the subject and text of a message.
  options jsonb not null,
  started_by jsonb not null,
  total int not null check (total > 0),
  -- Counted when the run has finished.
  done int,
  refused int,
  mails int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((finished_at is null) = (done is null) and (finished_at is null) = (refused is null))
);
create index booking_runs_recent on booking_runs (created_at desc, id desc);

create table booking_run_items (
  run_id uuid not null references booking_runs (id) on delete cascade,
  booking_id uuid not null references bookings (id),
  position int not null,
  -- The version that staff were shown.
  version int not null,
  -- Null: it waits.
  outcome text check (outcome in ('done', 'refused')),
  reason jsonb,
  tries int not null default 0,
  primary key (run_id, booking_id),
  check ((coalesce(outcome, '') = 'refused') = (reason is not null))
);
create index booking_run_items_waiting on booking_run_items (run_id, tries, position) where outcome is null;
create index booking_run_items_booking on booking_run_items (booking_id);
