-- The long texts of items become marked texts (kernel/marked-text): a backslash keeps whatever would be markup plain, so
-- that they read as before. In texts of pages a backslash was plain until now.
create function marked_text(plain text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(plain, '([\\*[])', '\\\1', 'g'),
      '^([ \t\r\f\v\u00A0]*)(?=#{2,3}[[:space:]]|-[[:space:]]|>)', '\1\\', 'gn'),
    '^([ \t\r\f\v\u00A0]*\d{1,3})(?=[.)][[:space:]])', '\1\\', 'gn')
$$;
create function marked_details(details jsonb) returns jsonb language sql immutable as $$
  select details || coalesce(
    (select jsonb_object_agg(key, marked_text(details ->> key))
      from unnest(array['description', 'overview', 'cancellation_policy', 'terms_conditions', 'special_notes']) as key
      where jsonb_typeof(details -> key) = 'string'),
    '{}')
$$;

update services set details = marked_details(details) where details <> marked_details(details);
-- An undone import puts old values back.
update catalogue_upload_rows
  set old_values = jsonb_set(old_values, '{details}', marked_details(old_values -> 'details'))
  where jsonb_typeof(old_values -> 'details') = 'object';
update pages set body = regexp_replace(body, '\\(?=[!-/:-@[-`{-~])', '\\\\', 'g') where body like '%\\%'
  and length(regexp_replace(body, '\\(?=[!-/:-@[-`{-~])', '\\\\', 'g')) <= 50000;

drop function marked_details(jsonb);
drop function marked_text(text);
