-- Who has arrived at a departure. Guides mark it, also without a connection: each mark has an id made by the device, so
-- that sending it again changes nothing. Rows are never deleted, or a late repeat would mark somebody who was taken back.
create table check_ins (
  id uuid primary key,
  -- Made by the device that marked.
  mark_id uuid not null unique,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- A booking that is moved to another departure has not arrived there.
  departure_id uuid not null references departures (id),
  -- The traveller, from 0: adults, children, infants. Bookings without names have places all the same.
  position integer not null check (position >= 0),
  -- By the clock of the device, within the last three days.
  arrived_at timestamptz not null,
  -- Names of staff, stored so that they outlive the account.
  arrived_by text not null,
  -- Something was still to be paid, or the booking not confirmed, and staff let them in all the same.
  despite text check (despite in ('unpaid', 'unconfirmed')),
  -- A later mark for somebody who had arrived already; it counts for nothing.
  repeat_of uuid references check_ins (id),
  undone_at timestamptz,
  undone_by text,
  created_at timestamptz not null default now(),
  check ((undone_at is null) = (undone_by is null)),
  check (repeat_of is null or undone_at is null)
);
create unique index check_ins_person on check_ins (booking_id, departure_id, position)
  where undone_at is null and repeat_of is null;

-- The role 'guide' opens the check-in and nothing else (src/kernel/staff.ts).
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check
  check (role in ('customer', 'admin', 'manager', 'support', 'content', 'guide'));
alter table staff_invitations drop constraint staff_invitations_role_check;
alter table staff_invitations add constraint staff_invitations_role_check
  check (role in ('admin', 'manager', 'support', 'content', 'guide'));
