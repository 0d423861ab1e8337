-- Deleted sliders, menu items, promo codes and trending entries wait in the trash for 30 days. They are inactive as well,
-- so that the shop leaves them out, also in the version before this one.
alter table homepage_sliders
  add column trashed_at timestamptz,
  add column trashed_by text,
  -- Whether it was active.
  add column trashed_active boolean,
  add constraint homepage_sliders_trashed check (
    trashed_at is null or (not is_active and trashed_by is not null and trashed_active is not null)
  );
create index homepage_sliders_trash on homepage_sliders (trashed_at) where trashed_at is not null;

alter table menu_items
  add column trashed_at timestamptz,
  add column trashed_by text,
  add column trashed_active boolean,
  -- The item that was deleted: itself, or the one above it. They return together.
  add column trashed_with uuid,
  add constraint menu_items_trashed check (
    trashed_at is null
    or (not is_active and trashed_by is not null and trashed_active is not null and trashed_with is not null)
  );
create index menu_items_trash on menu_items (trashed_at) where trashed_at is not null;

alter table promo_codes
  add column trashed_at timestamptz,
  add column trashed_by text,
  add column trashed_active boolean,
  add constraint promo_codes_trashed check (
    trashed_at is null or (not is_active and trashed_by is not null and trashed_active is not null)
  );
create index promo_codes_trash on promo_codes (trashed_at) where trashed_at is not null;

alter table trending_products
  add column trashed_at timestamptz,
  add column trashed_by text,
  add column trashed_active boolean,
  add constraint trending_products_trashed check (
    trashed_at is null or (not is_active and trashed_by is not null and trashed_active is not null)
  );
create index trending_products_trash on trending_products (trashed_at) where trashed_at is not null;
