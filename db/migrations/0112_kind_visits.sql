-- How many visitors opened pages of a kind's items, by day. Numbers only: nothing about who it was.
create table kind_visits (
  day date not null,
  kind text not null,
  visits bigint not null,
  primary key (day, kind)
);
