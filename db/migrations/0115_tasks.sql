-- What staff have to do for a booking or a customer (modules/task).
create table tasks (
  id uuid primary key,
  -- Exactly one of them.
  booking_id uuid references bookings (id) on delete cascade,
  customer_id uuid references customers (id) on delete cascade,
  text text not null check (btrim(text) <> '' and length(text) <= 2000),
  due_on date not null,
  -- Nobody: whoever has time.
  assignee_id text references users (id) on delete set null,
  author_id text,
  author_name text not null,
  done_at timestamptz,
  done_by text,
  -- Deleted tasks can be restored for 30 days.
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tasks_one_subject check (num_nonnulls(booking_id, customer_id) = 1),
  constraint tasks_done check ((done_at is null) = (done_by is null))
);
create index tasks_open on tasks (due_on, id) where done_at is null and deleted_at is null;
create index tasks_open_of_assignee on tasks (assignee_id, due_on, id) where done_at is null and deleted_at is null;
create index tasks_done_last on tasks (done_at desc, id desc) where done_at is not null and deleted_at is null;
create index tasks_done_of_assignee on tasks (assignee_id, done_at desc, id desc)
  where done_at is not null and deleted_at is null;
create index tasks_booking on tasks (booking_id) where booking_id is not null;
create index tasks_customer on tasks (customer_id) where customer_id is not null;
create index tasks_trash on tasks (deleted_at) where deleted_at is not null;
