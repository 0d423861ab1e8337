-- What customers read instead of the provider's own name of the method; '' for that name.
alter table payment_gateways add column display_name text not null default '';
