-- Records that staff merged into another one (modules/customer). The address of a merged record leads to that one.
create table customer_merges (
  from_id uuid primary key,
  into_id uuid not null,
  -- Both records before and what moved, to undo the merge; null once a person of the records has been erased.
  facts jsonb,
  merged_by text not null,
  merged_at timestamptz not null,
  constraint customer_merges_other check (from_id <> into_id)
);
create index customer_merges_into on customer_merges (into_id);

-- The messages of a customer.
create index contact_messages_email on contact_messages (lower(email));
