-- A detail page offers the best items of the same place, and of the same region: 'Lahbab, Dubai' is in 'dubai'.
create index services_of_place on services (kind, location, is_featured desc, rating desc, created_at desc, id desc)
  where status = 'active';
create index services_of_region on services (
  kind, lower(trim(split_part(location, ',', -1))), is_featured desc, rating desc, created_at desc, id desc
) where status = 'active';
