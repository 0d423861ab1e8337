-- The agency's pages are kept as plain text with a few marks (headings, lists, links); the HTML is made of it when a
-- page is shown, so that nothing that is stored can ever run.
alter table pages add column body text;
update pages set body = btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(body_html,
  '<h[1-6][^>]*>', E'\n\n## ', 'gi'), '<li[^>]*>', E'\n- ', 'gi'), '<(p|ul|ol|br)[^>]*>', E'\n\n', 'gi'), '<[^>]*>', '', 'g'), E' \n\t');
alter table pages alter column body set not null;
alter table pages add constraint pages_body_length check (length(body) <= 50000);
alter table pages add constraint pages_title_given check (length(btrim(title)) between 1 and 200);
alter table pages drop column body_html;

-- What visitors write to the agency, by the contact form or by the enquiry form of a page.
alter table contact_messages
  add column travel_dates text not null default '',
  add column travellers text not null default '',
  add column handled_by text,
  add constraint contact_messages_topic check (topic ~ '^[a-z]+$'),
  add constraint contact_messages_complete check (btrim(name) <> '' and btrim(email) <> '' and btrim(phone) <> ''
    and btrim(subject) <> '' and btrim(message) <> '' and length(message) <= 5000),
  add constraint contact_messages_handled check ((handled_at is null) = (handled_by is null));
create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;

-- First visits, in one row: the footer shows their number on top of a setting.
create table visit_counter (
  is_only boolean primary key default true check (is_only),
  first_visits bigint not null check (first_visits >= 0)
);
