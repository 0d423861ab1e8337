-- The agency's day follows its setting time_zone; it was fixed to Asia/Dubai. Stable within a statement, so callers see
-- a zone that was changed in between.
create or replace function agency_day(at timestamptz) returns date language sql stable as $$
  select (at at time zone coalesce(
    (select setting_value #>> '{}' from settings where setting_key = 'time_zone'), 'Asia/Dubai'))::date
$$;

-- Takes the table's lock before it reads the zone: a change of zone that recounts meanwhile is seen.
create or replace function count_day(
  at timestamptz, of_currency char(3), own smallint, bookings bigint, paid bigint, refunded bigint
) returns void language plpgsql as $$
begin
  lock table booking_days in row exclusive mode;
  insert into booking_days as d values (agency_day(at), of_currency, own, bookings, paid, refunded)
  on conflict (day, currency, shard) do update
    set bookings = d.bookings + excluded.bookings,
        paid_minor = d.paid_minor + excluded.paid_minor,
        refunded_minor = d.refunded_minor + excluded.refunded_minor;
end $$;

-- Counts every day again in the zone that is set now: bookings by the day they were made, money by the day the ledger
-- entered it. Waits for running transactions that count; others wait until it commits.
create function recount_booking_days() returns void language plpgsql as $$
begin
  lock table booking_days in share row exclusive mode;
  delete from booking_days;
  insert into booking_days
  select day, currency, 0, sum(bookings), sum(paid), sum(refunded) from (
    select agency_day(created_at) as day, currency, count(*) as bookings, 0::bigint as paid, 0::bigint as refunded
    from bookings group by 1, 2
    union all
    select agency_day(at), booking_currency, 0,
      coalesce(sum(booking_minor) filter (where kind in ('charged', 'assigned')), 0),
      0 - coalesce(sum(booking_minor) filter (where kind in ('refunded', 'returned')), 0)
    from ledger_entries where booking_minor <> 0 group by 1, 2
  ) each group by day, currency;
end $$;

create function recount_on_time_zone() returns trigger language plpgsql as $$
begin
  perform recount_booking_days();
  return null;
end $$;
create trigger settings_time_zone_added after insert on settings
  for each row when (new.setting_key = 'time_zone') execute function recount_on_time_zone();
create trigger settings_time_zone_changed after update on settings
  for each row when (new.setting_key = 'time_zone' and new.setting_value is distinct from old.setting_value)
  execute function recount_on_time_zone();
