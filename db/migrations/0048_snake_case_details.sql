-- The keys in the details of a booking are snake_case in every kind (passengerName becomes passenger_name).
create function snake_case_keys(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(lower(regexp_replace(key, '([a-z0-9])([A-Z])', '\1_\2', 'g')),
        snake_case_keys(each)), '{}')
      from jsonb_each(value) as entry (key, each))
    when 'array' then (
      select coalesce(jsonb_agg(snake_case_keys(each) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as entry (each, place))
    else value
  end;
end $$;
update bookings set details = snake_case_keys(details) where details::text ~ '"[^"]*[A-Z][^"]*":';
drop function snake_case_keys(jsonb);

-- Dots before the @ mean the same mailbox at Gmail only; a plus tag does everywhere.
drop index promo_uses_mailbox;
alter table promo_uses drop column customer_mailbox;
alter table promo_uses
  add column customer_mailbox text generated always as (
    case when split_part(customer_email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(customer_email, '@', 1), '+', 1), '.', '') || '@gmail.com'
      else split_part(split_part(customer_email, '@', 1), '+', 1) || '@' || split_part(customer_email, '@', 2)
    end
  ) stored;
create index promo_uses_mailbox on promo_uses (promo_id, customer_mailbox);
