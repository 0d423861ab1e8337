-- The wish list of an account. The title is the item's when it was saved, for items that are deleted later.
create table wish_list_items (
  user_id text not null references users (id) on delete cascade,
  service_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz not null,
  primary key (user_id, service_id)
);
