-- What bookings that are not cancelled still owe, in the counters; and what each day brought by kind. The database counts,
-- so that the dashboard never scans the bookings.
lock table bookings in share row exclusive mode;
alter table booking_counters
  add column due_bookings bigint not null default 0,
  add column due_minor bigint not null default 0;
create index bookings_due on bookings (created_at, id)
  where booking_status <> 'cancelled' and paid_minor < final_minor;

create table booking_kind_days (
  day date not null,
  service_type text not null,
  shard smallint not null check (shard between 0 and 15),
  -- By the day they were made, with the state they are in now.
  bookings bigint not null default 0,
  paid bigint not null default 0,
  primary key (day, service_type, shard)
);

create function due_of(b bookings) returns bigint language sql immutable as $$
  select case when b.booking_status <> 'cancelled' then greatest(b.final_minor - b.paid_minor, 0) else 0 end
$$;
create or replace function count_booking(b bookings, sign integer, own smallint) returns void language sql as $$
  insert into booking_counters as c
    (service_type, booking_status, payment_status, currency, shard, bookings, paid_minor, refunded_minor,
     due_bookings, due_minor)
  values (b.service_type, b.booking_status, b.payment_status, b.currency, own,
          sign, sign * b.paid_minor, sign * b.refunded_minor,
          case when due_of(b) > 0 then sign else 0 end, sign * due_of(b))
  on conflict (service_type, booking_status, payment_status, currency, shard) do update
    set bookings = c.bookings + excluded.bookings,
        paid_minor = c.paid_minor + excluded.paid_minor,
        refunded_minor = c.refunded_minor + excluded.refunded_minor,
        due_bookings = c.due_bookings + excluded.due_bookings,
        due_minor = c.due_minor + excluded.due_minor
$$;
-- Takes the lock of booking_days first, as count_day and a recount do: whoever counts waits for a recount while it holds
-- nothing that the recount waits for.
create function count_kind_day(b bookings, sign integer, own smallint) returns void language plpgsql as $$
begin
  lock table booking_days in row exclusive mode;
  insert into booking_kind_days as d
  values (agency_day(b.created_at), b.service_type, own, sign, case when b.payment_status = 'completed' then sign else 0 end)
  on conflict (day, service_type, shard) do update
    set bookings = d.bookings + excluded.bookings, paid = d.paid + excluded.paid;
end $$;
create or replace function count_bookings() returns trigger language plpgsql as $$
declare own smallint;
begin
  if tg_op = 'UPDATE'
      and (old.booking_status, old.payment_status, old.paid_minor, old.refunded_minor, old.final_minor)
      is not distinct from
        (new.booking_status, new.payment_status, new.paid_minor, new.refunded_minor, new.final_minor) then
    return null;
  end if;
  own := own_counter_shard();
  if tg_op <> 'INSERT' then perform count_booking(old, -1, own); end if;
  if tg_op <> 'DELETE' then perform count_booking(new, 1, own); end if;
  if tg_op = 'INSERT' then
    perform count_kind_day(new, 1, own);
    perform count_day(new.created_at, new.currency, own, 1, 0, 0);
    if new.paid_minor <> 0 then
      perform count_day(new.updated_at, new.currency, own, 0, new.paid_minor, new.refunded_minor);
    end if;
  elsif tg_op = 'DELETE' then
    perform count_kind_day(old, -1, own);
    perform count_day(old.created_at, old.currency, own, -1, 0, 0);
    if old.paid_minor <> 0 then
      perform count_day(old.updated_at, old.currency, own, 0, -old.paid_minor, -old.refunded_minor);
    end if;
  else
    if old.payment_status is distinct from new.payment_status then
      perform count_kind_day(old, -1, own);
      perform count_kind_day(new, 1, own);
    end if;
    if (old.paid_minor, old.refunded_minor) is distinct from (new.paid_minor, new.refunded_minor) then
      perform count_day(new.updated_at, new.currency, own, 0,
        new.paid_minor - old.paid_minor, new.refunded_minor - old.refunded_minor);
    end if;
  end if;
  return null;
end $$;

create function recount_booking_kind_days() returns void language plpgsql as $$
begin
  lock table booking_days in share row exclusive mode;
  delete from booking_kind_days;
  insert into booking_kind_days
  select agency_day(created_at), service_type, 0, count(*), count(*) filter (where payment_status = 'completed')
  from bookings group by 1, 2;
end $$;
create or replace function recount_on_time_zone() returns trigger language plpgsql as $$
begin
  perform recount_booking_days();
  perform recount_booking_kind_days();
  return null;
end $$;

select recount_booking_kind_days();
insert into booking_counters as c
  (service_type, booking_status, payment_status, currency, shard, bookings, paid_minor, refunded_minor, due_bookings,
   due_minor)
select service_type, booking_status, payment_status, currency, 0, 0, 0, 0, count(*), sum(due_of(b))
from bookings b where due_of(b) > 0 group by 1, 2, 3, 4
on conflict (service_type, booking_status, payment_status, currency, shard) do update
  set due_bookings = c.due_bookings + excluded.due_bookings, due_minor = c.due_minor + excluded.due_minor;
