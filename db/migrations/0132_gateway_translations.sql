-- The agency's name and instructions of a payment method in other languages: by language, the texts, the digests of the
-- originals that were translated, and a version (decision 0073).
alter table payment_gateways add column translations jsonb not null default '{}'
  constraint payment_gateways_translations check (jsonb_typeof(translations) = 'object');
