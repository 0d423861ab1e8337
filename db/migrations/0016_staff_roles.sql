-- Besides the owner ('admin') the staff has roles that open a part of the back office (src/kernel/staff.ts).
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('customer', 'admin', 'manager', 'support', 'content'));
