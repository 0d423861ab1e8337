-- Texts of items in other languages. An item itself is in the shop's default language.
create table service_translations (
  service_id uuid not null references services (id) on delete cascade,
  language text not null constraint service_translations_language check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  -- By field ('title', 'details.highlights'): the text, in the form that the item stores it.
  texts jsonb not null,
  -- By field: the digest of the original that was translated. Another original now: the translation is outdated.
  sources jsonb not null,
  -- Counts the changes, so that two editors do not overwrite each other.
  version integer not null default 1,
  -- The folded texts that search covers; the first line is the title.
  search_text text not null,
  updated_at timestamptz not null,
  primary key (service_id, language)
);

-- As before, but an item is found by the words of its translations too.
create or replace function index_service(item services) returns void language plpgsql as $$
declare
  texts text[] := array[item.search_text]
    || array(select search_text from service_translations where service_id = item.id order by language);
  kind_word text[] := array['=' || item.kind];
  -- The first line of each text is a title.
  title_words text[] := array(
    select word from unnest(texts) as each (words), unnest(search_words_of(split_part(words, E'\n', 1))) as word);
  place_words text[] := search_words_of(lower(item.location));
  all_words text[] := array(
    select distinct word from unnest(texts) as each (words), unnest(search_words_of(words)) as word);
begin
  if item.status <> 'active' then
    delete from service_search where service_id = item.id;
    return;
  end if;
  insert into service_search (service_id, kind, place, appeal, title_words, head_words, words)
  values (
    item.id, item.kind, item.location,
    item.is_featured::int + item.rating / 5 * ln(1 + item.total_reviews),
    array_to_tsvector(kind_word || title_words),
    array_to_tsvector(kind_word || title_words || place_words),
    array_to_tsvector(kind_word || title_words || place_words || all_words)
  )
  on conflict (service_id) do update set
    kind = excluded.kind, place = excluded.place, appeal = excluded.appeal, title_words = excluded.title_words,
    head_words = excluded.head_words, words = excluded.words;
  insert into search_words (word)
  select fresh.word from unnest(all_words) as fresh (word)
  where length(fresh.word) >= 4 and fresh.word !~ '[0-9]'
    and not exists (select from search_words known where known.word = fresh.word);
end $$;

-- A restore may store the translations before the items.
create function note_changed_translation() returns trigger language plpgsql as $$
begin
  perform index_service(services) from services where id = coalesce(new.service_id, old.service_id);
  return null;
end $$;
create trigger service_translations_indexed_new after insert or delete on service_translations
  for each row execute function note_changed_translation();
create trigger service_translations_indexed_again after update on service_translations for each row
  when (old.search_text is distinct from new.search_text) execute function note_changed_translation();
