-- Texts of pages, sliders, menu items and settings in other languages. The originals are in the shop's default language.
create table content_translations (
  subject text not null constraint content_translations_subject
    check (subject in ('page', 'slider', 'menu-item', 'settings')),
  -- The address of a page, the id of a slider or menu item, 'site' for the settings.
  subject_id text not null,
  language text not null constraint content_translations_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  -- By field: the text, and the digest of the original that was translated (as in service_translations).
  texts jsonb not null,
  sources jsonb not null,
  -- Counts the changes, so that two editors do not overwrite each other.
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (subject, subject_id, language)
);

-- Deleted for good: so are its translations.
create function forget_content_translations() returns trigger language plpgsql as $$
begin
  delete from content_translations where subject = tg_argv[0] and subject_id = old.id::text;
  return null;
end $$;
create trigger homepage_sliders_translations after delete on homepage_sliders
  for each row execute function forget_content_translations('slider');
create trigger menu_items_translations after delete on menu_items
  for each row execute function forget_content_translations('menu-item');
