-- Searched text is folded by script: Arabic and Urdu spellings match each other, and Hindi keeps its vowel signs.

-- The same as foldText in modules/catalogue/search/fold.ts. The characters are named one by one, because the classes of
-- regular expressions depend on the locale of the database.
create function fold_text(given text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(translate(
    lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u3099\u309a]+|[\ufe00-\ufe0f]+|[\u0640\u200c\u200d]+', '', 'g')),
    'ٱىیېۍکڪةہھۃەںँς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
    'اييييككهههههنंσ012345678901234567890123456789'),
    '[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ')
$$;

-- As before, but the place is folded like everything else.
create or replace function index_service(item services) returns void language plpgsql as $$
declare
  texts text[] := array[item.search_text]
    || array(select search_text from service_translations where service_id = item.id order by language);
  kind_word text[] := array['=' || item.kind];
  -- The first line of each text is a title.
  title_words text[] := array(
    select word from unnest(texts) as each (words), unnest(search_words_of(split_part(words, E'\n', 1))) as word);
  place_words text[] := search_words_of(fold_text(item.location));
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

-- Folded so far without the vowel signs of Indian scripts, which only the texts themselves still have. Anything else is
-- folded further.
update service_translations set search_text = left(
  case when texts::text ~ '[\u0900-\u0dff]'
    then array_to_string(array[fold_text(coalesce(texts ->> 'title', ''))] || array(
      select distinct fold_text(value #>> '{}') from jsonb_path_query(texts,
        '$.keyvalue() ? (@.key like_regex "^(summary|details\\.(description|overview|highlights))$").value[*]') as value),
      E'\n')
    else (select string_agg(fold_text(line), E'\n' order by at)
      from regexp_split_to_table(search_text, E'\n') with ordinality as lines (line, at))
  end, 20000)
where search_text ~ '[\u0370-\uffff]';

update services set search_text = left(
  case when concat(title, summary, location, details) ~ '[\u0900-\u0dff]'
    then array_to_string(array[fold_text(title)] || array(
      select distinct fold_text(text) from (
        values (summary), (location)
        union all select value #>> '{}' from jsonb_path_query(details,
          '$.keyvalue() ? (@.key like_regex "^(category|country|departure_city|description|dropoff_locations|highlights|includes|location|overview|pickup_locations|vehicle_type|visa_type)$").value[*]') as value) as texts (text)
      where fold_text(text) <> ''), E'\n')
    else (select string_agg(fold_text(line), E'\n' order by at)
      from regexp_split_to_table(search_text, E'\n') with ordinality as lines (line, at))
  end, 20000)
where concat(search_text, location) ~ '[\u0370-\uffff]';

select index_service(services) from services where status = 'active' and location ~ '[\u0080-\uffff]';
