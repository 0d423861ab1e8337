-- The order in which a booking's payments were begun. Times do not give it: the clock may be set back between two.
create sequence payment_attempts_begun as bigint;
alter table payment_attempts add column begun bigint;
update payment_attempts as attempt set begun = ordered.place
from (select id, row_number() over (order by created_at, id) as place from payment_attempts) as ordered
where ordered.id = attempt.id;
select setval('payment_attempts_begun', (select count(*) + 1 from payment_attempts), false);
alter table payment_attempts
  alter column begun set default nextval('payment_attempts_begun'),
  alter column begun set not null;
alter sequence payment_attempts_begun owned by payment_attempts.begun;
