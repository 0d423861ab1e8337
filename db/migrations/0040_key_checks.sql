-- One row per key that this shop's data may be encrypted with. The check value proves the key without revealing it, so
-- that a start with a wrong SECRET_KEY is refused.
create table key_checks (
  fingerprint text primary key,
  check_value bytea not null,
  added_at timestamptz not null default now()
);
