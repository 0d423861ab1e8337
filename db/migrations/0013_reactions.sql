-- Each subscriber of an event is through on its own; an event that all have heard is forgotten after a while, because
-- it holds names and addresses. Those from before are old enough.
alter table events add column heard_at timestamptz;
create table event_reactions (
  event_id uuid not null references events (id) on delete cascade,
  subscriber text not null check (subscriber ~ '^[a-z]+(-[a-z]+)*$'),
  done_at timestamptz,
  primary key (event_id, subscriber)
);

-- Counting takes locks that last until the transaction ends. One that counts twice (paid, then confirmed) and another
-- one in the same shard could wait for each other, whatever order each statement keeps. So a shard belongs to one
-- transaction at a time: it takes a free one, and waits only when all are taken, holding none itself.
create function own_counter_shard() returns smallint language plpgsql as $$
declare shard integer;
begin
  for step in 0..15 loop
    shard := (pg_backend_pid() + step) % 16;
    -- 'SAFC'
    if pg_try_advisory_xact_lock(1396786755, shard) then return shard; end if;
  end loop;
  shard := pg_backend_pid() % 16;
  perform pg_advisory_xact_lock(1396786755, shard);
  return shard;
end $$;
drop function count_booking(bookings, integer);
create function count_booking(b bookings, sign integer, own smallint) returns void language sql as $$
  insert into booking_counters as c
  values (b.service_type, b.booking_status, b.payment_status, b.currency, own,
          sign, sign * b.paid_minor, sign * b.refunded_minor)
  on conflict (service_type, booking_status, payment_status, currency, shard) do update
    set bookings = c.bookings + excluded.bookings,
        paid_minor = c.paid_minor + excluded.paid_minor,
        refunded_minor = c.refunded_minor + excluded.refunded_minor
$$;
create or replace function count_bookings() returns trigger language plpgsql as $$
declare own smallint;
begin
  if tg_op = 'UPDATE' and (old.booking_status, old.payment_status, old.paid_minor, old.refunded_minor)
      is not distinct from (new.booking_status, new.payment_status, new.paid_minor, new.refunded_minor) then
    return null;
  end if;
  own := own_counter_shard();
  if tg_op <> 'INSERT' then perform count_booking(old, -1, own); end if;
  if tg_op <> 'DELETE' then perform count_booking(new, 1, own); end if;
  return null;
end $$;
