-- Which processes work on jobs. Each holds an advisory lock on its number for as long as its connection lives; a row
-- whose lock can be taken belongs to a process that is gone, and its unfinished jobs are given back.
create table worker_nodes (
  node integer primary key,
  worker_ids text[] not null,
  joined_at timestamptz not null default now()
);
