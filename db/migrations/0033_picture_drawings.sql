-- The drawings of a picture that take long are made by a job: since when all of them are in the store. The address still
-- names its picture for good.
alter table pictures add column drawn_at timestamptz;
create index pictures_undrawn on pictures (id) where drawn_at is null;
