-- A kind of which one item at most is on sale (D77) is recognised by its rows, not by its name.
alter table services add column is_single boolean not null default false;
update services set is_single = true where kind = 'ok_to_board';
drop index services_one_ok_to_board;
create unique index services_one_active on services (kind) where is_single and status = 'active';
