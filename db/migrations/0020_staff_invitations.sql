-- Who was asked to join the staff. The link of the mail is known by its hash alone.
create table staff_invitations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  full_name text not null check (full_name <> ''),
  role text not null check (role in ('admin', 'manager', 'support', 'content')),
  token_hash text not null unique,
  invited_by text not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now()
);
-- A new invitation takes the place of the one before.
create unique index staff_invitations_open on staff_invitations (email) where accepted_at is null;
-- The audit trail is read newest first.
create index audit_entries_at on audit_entries (at desc, id desc);
