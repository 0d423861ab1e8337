-- The opening of the shop to the public, a single row. Without it the shop is open, as in the sample worlds. A real shop gets
-- it at its first start, and shows 'Opening soon' until opened_at is set.
create table shop_opening (
  id boolean primary key default true check (id),
  opened_at timestamptz,
  -- Steps of the setup checklist that staff left for later.
  skipped text[] not null default '{}',
  -- Staff have taken the checklist off the dashboard.
  hidden_at timestamptz
);

-- A shop that sells already, or has sold, stays open and needs no checklist.
insert into shop_opening (opened_at, hidden_at)
select now(), now()
where exists (select from services where status = 'active') or exists (select from bookings);
