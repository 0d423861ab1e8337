-- What each day brought, on the agency's clock: bookings by the day they were made, money by the day it moved. The
-- database counts, so that the back office's charts never scan the bookings.
create table booking_days (
  day date not null,
  currency char(3) not null,
  shard smallint not null check (shard between 0 and 15),
  bookings bigint not null default 0,
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  primary key (day, currency, shard)
);
-- As agencyTimeZone in src/kernel/dates.ts.
create function agency_day(at timestamptz) returns date language sql immutable as $$
  select (at at time zone 'Asia/Dubai')::date
$$;
create function count_day(at timestamptz, of_currency char(3), own smallint, bookings bigint, paid bigint, refunded bigint)
returns void language sql as $$
  insert into booking_days as d values (agency_day(at), of_currency, own, bookings, paid, refunded)
  on conflict (day, currency, shard) do update
    set bookings = d.bookings + excluded.bookings,
        paid_minor = d.paid_minor + excluded.paid_minor,
        refunded_minor = d.refunded_minor + excluded.refunded_minor
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
  if tg_op = 'INSERT' then
    perform count_day(new.created_at, new.currency, own, 1, 0, 0);
    if new.paid_minor <> 0 then
      perform count_day(new.updated_at, new.currency, own, 0, new.paid_minor, new.refunded_minor);
    end if;
  elsif tg_op = 'DELETE' then
    perform count_day(old.created_at, old.currency, own, -1, 0, 0);
    if old.paid_minor <> 0 then
      perform count_day(old.updated_at, old.currency, own, 0, -old.paid_minor, -old.refunded_minor);
    end if;
  elsif (old.paid_minor, old.refunded_minor) is distinct from (new.paid_minor, new.refunded_minor) then
    perform count_day(new.updated_at, new.currency, own, 0,
      new.paid_minor - old.paid_minor, new.refunded_minor - old.refunded_minor);
  end if;
  return null;
end $$;
-- What there is already: money by the day of its payment, as the history has it.
insert into booking_days
select day, currency, 0, sum(bookings), sum(paid), sum(refunded) from (
  select agency_day(created_at) as day, currency, 1 as bookings, 0::bigint as paid, 0::bigint as refunded from bookings
  union all
  select agency_day(coalesce(paid_at.at, b.updated_at)), b.currency, 0, b.paid_minor, b.refunded_minor
  from bookings b
  left join lateral (
    select min(h.at) as at from booking_history h where h.booking_id = b.id and h.event = 'payment-completed'
  ) paid_at on true
  where b.paid_minor <> 0
) each group by day, currency;
