-- Two-factor sign-in of the staff. The key that an authenticator app shares with the shop is sealed under SECRET_KEY;
-- it counts from the moment at which a first code of it was given.
create table two_factors (
  user_id text primary key references users (id) on delete cascade,
  sealed_key bytea not null,
  started_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= started_at),
  -- The newest step of 30 seconds whose code was taken: neither it nor an earlier one is taken again.
  last_step integer check (last_step > 0),
  check ((confirmed_at is null) = (last_step is null))
);
-- Known by a keyed hash alone, each for one use.
create table recovery_codes (
  id uuid primary key,
  user_id text not null references two_factors (user_id) on delete cascade,
  code_mark text not null check (code_mark <> ''),
  used_at timestamptz,
  unique (user_id, code_mark)
);
-- The right password was given, the code was not yet: no session. The browser's cookie is known by its hash; the mark
-- is of the password, so that a new one ends what the old one began.
create table sign_in_challenges (
  token_hash text primary key check (token_hash <> ''),
  user_id text not null references two_factors (user_id) on delete cascade,
  remember_me boolean not null,
  password_mark text not null check (password_mark <> ''),
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
