-- Replies of staff to messages of customers, and answers that staff copied from the agency's mailbox (modules/content).
create table enquiry_entries (
  id uuid primary key,
  enquiry_id uuid not null references contact_messages (id) on delete cascade,
  kind text not null check (kind in ('reply', 'answer')),
  text text not null check (btrim(text) <> '' and length(text) <= 5000),
  author_id text,
  author_name text not null,
  -- The mail of a reply.
  mail_id uuid,
  -- A copied answer can be deleted and restored; a reply was sent.
  deleted_at timestamptz,
  created_at timestamptz not null,
  constraint enquiry_entries_mail check ((kind = 'reply') = (mail_id is not null)),
  constraint enquiry_entries_sent check (kind = 'answer' or deleted_at is null)
);
create index enquiry_entries_thread on enquiry_entries (enquiry_id, id);

-- Closed: nothing more to do. Counts only while the message is handled, which earlier versions change alone.
alter table contact_messages
  add column closed_at timestamptz,
  add column closed_by text,
  add constraint contact_messages_closed check ((closed_at is null) = (closed_by is null));
create index contact_messages_answered on contact_messages (created_at desc, id desc)
  where handled_at is not null and closed_at is null;
create index contact_messages_closed on contact_messages (created_at desc, id desc)
  where handled_at is not null and closed_at is not null;

create table canned_replies (
  id uuid primary key,
  title text not null check (btrim(title) <> '' and length(title) <= 80),
  text text not null check (btrim(text) <> '' and length(text) <= 5000),
  version int not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index canned_replies_title on canned_replies (lower(title)) where deleted_at is null;
