-- Filters of the back office's list of bookings (modules/booking/rules/list-plan.ts).
create index bookings_payment on bookings (payment_status, created_at desc, id desc);
create index bookings_states on bookings (booking_status, payment_status, created_at desc, id desc);
-- Within a day newest first: a list of some days reads the newest of each day, whatever was booked since.
create index bookings_travel_days on bookings (travel_date, created_at desc, id desc)
  include (booking_status, payment_status, service_type) where travel_date is not null;
-- The states depend on each other: without this the planner expects paid bookings among the cancelled.
create statistics bookings_state_pairs (mcv) on booking_status, payment_status, service_type from bookings;

-- Which staff sold or handled which bookings, newest booking first. The history knows it, but in another order.
create table staff_bookings (
  staff_id text not null,
  booked_at timestamptz not null,
  booking_id uuid not null references bookings (id) on delete cascade,
  primary key (staff_id, booked_at, booking_id)
);
-- The newest name of each, as the history has it.
create table booking_staff (
  id text primary key,
  name text not null
);
create function note_booking_staff() returns trigger language plpgsql as $$
declare shown text := coalesce(nullif(new.data ->> 'actorName', ''), new.actor_id);
begin
  insert into staff_bookings (staff_id, booked_at, booking_id)
  select new.actor_id, b.created_at, b.id from bookings b where b.id = new.booking_id
  on conflict do nothing;
  -- Asked first: "on conflict do update" would lock the row also where the name stays.
  if not exists (select from booking_staff s where s.id = new.actor_id and s.name = shown) then
    insert into booking_staff values (new.actor_id, shown) on conflict (id) do update set name = excluded.name;
  end if;
  return null;
end $$;
create trigger booking_history_staff after insert on booking_history
  for each row when (new.actor = 'admin' and new.actor_id is not null) execute function note_booking_staff();

insert into staff_bookings (staff_id, booked_at, booking_id)
select distinct h.actor_id, b.created_at, b.id from booking_history h join bookings b on b.id = h.booking_id
where h.actor = 'admin' and h.actor_id is not null;
insert into booking_staff (id, name)
select distinct on (actor_id) actor_id, coalesce(nullif(data ->> 'actorName', ''), actor_id) from booking_history
where actor = 'admin' and actor_id is not null order by actor_id, id desc;
analyze bookings;
analyze staff_bookings;
