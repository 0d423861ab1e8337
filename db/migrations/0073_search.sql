-- What visitors search. Each item on sale has one narrow row, so that a word of most items is counted and ranked
-- without reading the items. Triggers keep the rows true, whoever changes an item.

-- The words of folded text, each once. The separators are those of modules/catalogue/search/words.ts. Named one by
-- one, because the classes of regular expressions depend on the locale of the database.
create function search_words_of(folded text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from regexp_split_to_table(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f]+') as word
  where word <> ''
$$;

create table service_search (
  service_id uuid primary key references services (id) on delete cascade,
  -- Compared byte by byte, which sorts several times faster.
  kind text collate "C" not null,
  place text collate "C" not null,
  -- Breaks ties: featured items and items with many good reviews come first.
  appeal real not null,
  -- The words of the title; then these and the place's; then all words. Each also holds '=' and the kind.
  title_words tsvector not null,
  head_words tsvector not null,
  words tsvector not null
);
create index service_search_words on service_search using gin (words) with (fastupdate = off);

-- Each word that was ever searchable, for corrections. Without a key on purpose: two transactions that save the same
-- new word must not wait for each other, and a word that is here twice does no harm.
create table search_words (word text not null);
create index search_words_word on search_words (word text_pattern_ops);
create index search_words_similar on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- Writes the row of an item on sale and notes its words; any other item has none.
create function index_service(item services) returns void language plpgsql as $$
declare
  kind_word text[] := array['=' || item.kind];
  -- The first line of search_text is the title.
  title_words text[] := search_words_of(split_part(item.search_text, E'\n', 1));
  place_words text[] := search_words_of(lower(item.location));
  all_words text[] := search_words_of(item.search_text);
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

create function note_changed_service() returns trigger language plpgsql as $$
begin
  perform index_service(new);
  return null;
end $$;
create trigger services_indexed_new after insert on services for each row execute function note_changed_service();
create trigger services_indexed_again after update on services for each row
  when ((old.kind, old.status, old.location, old.is_featured, old.rating, old.total_reviews, old.search_text)
    is distinct from
    (new.kind, new.status, new.location, new.is_featured, new.rating, new.total_reviews, new.search_text))
  execute function note_changed_service();

select index_service(services) from services where status = 'active';

-- Without figures of them the planner would take every word for a rare one.
analyze service_search;
analyze search_words;
