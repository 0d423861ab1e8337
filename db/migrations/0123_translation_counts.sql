-- How far each item is translated. The server computes digests of texts; the database compares them, so that no way of
-- changing an item or a translation can forget to count.
alter table services
  -- By field: the digest of each text that can be translated. Null: not computed, which is no answer.
  add column text_digests jsonb,
  -- The version of the item with which the digests were stored.
  add column digested_version integer,
  -- Names the fields that the kind had then: with others, the digests are computed again.
  add column digested_fields text;
create index services_digested on services (kind, digested_fields);

alter table service_translations
  -- All null: the item has no digests.
  add column translated integer,
  add column outdated integer,
  add column missing integer;

-- The same as stateOf in kernel/translations.ts.
create function count_translated(digests jsonb, texts jsonb, sources jsonb,
  out translated integer, out outdated integer, out missing integer) language sql immutable strict parallel safe as $$
  select count(*) filter (where stored and same), count(*) filter (where stored and not same),
    count(*) filter (where not stored)
  from (
    select coalesce(texts -> key, 'null') not in ('null', '""', '[]') as stored,
      sources ->> key is not distinct from value as same
    from jsonb_each_text(digests)
  ) as field
$$;

-- The lock makes changes of the item wait, or waits for them: neither counts with what the other replaces.
create function count_changed_translation() returns trigger language plpgsql as $$
declare
  digests jsonb;
begin
  select text_digests into digests from services where id = new.service_id for share;
  select * into new.translated, new.outdated, new.missing from count_translated(digests, new.texts, new.sources);
  return new;
end $$;
create trigger service_translations_counted before insert or update of texts, sources on service_translations
  for each row execute function count_changed_translation();

create function count_translations_of_item() returns trigger language plpgsql as $$
begin
  update service_translations set (translated, outdated, missing) =
    (select counted.* from count_translated(new.text_digests, texts, sources) as counted)
  where service_id = new.id;
  return null;
end $$;
create trigger services_counted after update on services for each row
  when (old.text_digests is distinct from new.text_digests) execute function count_translations_of_item();

-- Texts that are changed without new digests, by an earlier version of the shop or by hand, have none.
create function forget_text_digests() returns trigger language plpgsql as $$
begin
  new.text_digests := null;
  new.digested_version := null;
  new.digested_fields := null;
  return new;
end $$;
create trigger services_undigested before update of title, summary, seo_title, seo_description, details on services
  for each row when (old.digested_version is not distinct from new.digested_version
    and (old.title, old.summary, old.seo_title, old.seo_description, old.details)
      is distinct from (new.title, new.summary, new.seo_title, new.seo_description, new.details))
  execute function forget_text_digests();
