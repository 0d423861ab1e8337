-- The alt texts of an item's pictures are translated, each by the path 'pictures.' and the name of its file. All of them count
-- as one text, in their worst state: a large gallery must not outweigh the words of an item. The same as countedStates in
-- catalogue/translations/rules.ts.
create or replace function count_translated(digests jsonb, texts jsonb, sources jsonb,
  out translated integer, out outdated integer, out missing integer) language sql immutable strict parallel safe as $$
  select count(*) filter (where stored and same), count(*) filter (where stored and not same),
    count(*) filter (where not stored)
  from (
    select bool_and(stored) as stored, bool_and(same) as same
    from (
      select case when key like 'pictures.%' then 'pictures' else key end as counted,
        coalesce(texts -> key, 'null') not in ('null', '""', '[]') as stored,
        sources ->> key is not distinct from value as same
      from jsonb_each_text(digests)
    ) as field
    group by counted
  ) as one
$$;

create function count_texts(digests jsonb) returns integer language sql immutable strict parallel safe as $$
  select count(distinct case when key like 'pictures.%' then 'pictures' else key end)::integer
  from jsonb_object_keys(digests) as key
$$;

-- The alt text of the featured picture is part of its address.
drop trigger services_undigested on services;
create trigger services_undigested before update of title, summary, seo_title, seo_description, featured_image, details
  on services for each row when (old.digested_version is not distinct from new.digested_version
    and (old.title, old.summary, old.seo_title, old.seo_description, old.featured_image, old.details)
      is distinct from
      (new.title, new.summary, new.seo_title, new.seo_description, new.featured_image, new.details))
  execute function forget_text_digests();
