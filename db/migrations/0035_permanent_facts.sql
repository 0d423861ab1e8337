-- Facts that must last for good move out of tables that are purged or left out of backups.

-- A payment reminder is sent once per booking. The key in idempotency_keys is purged after seven days.
alter table bookings add column reminded_at timestamptz;
update bookings set reminded_at = k.created_at
from idempotency_keys k
where k.scope = 'payment.reminder' and k.key = bookings.id::text;

-- Refunds of the sandbox card, so that a repeated refund is recognised at any later time.
create table sandbox_card_refunds (
  refund_id uuid primary key,
  attempt_id uuid not null references sandbox_card_orders (attempt_id),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now()
);
insert into sandbox_card_refunds (refund_id, attempt_id, amount_minor, created_at)
select r.id, r.attempt_id, r.amount_minor, r.created_at
from refunds r join sandbox_card_orders o on o.attempt_id = r.attempt_id
where r.provider = 'sandbox_card' and r.origin = 'ours' and r.state = 'succeeded';

-- Somebody else signed up with the address before its owner verified it. Backups leave verifications out.
-- The old rows stay for nodes of the previous version.
create table contested_accounts (
  user_id text primary key references users (id) on delete cascade,
  since timestamptz not null default now()
);
insert into contested_accounts (user_id, since)
select u.id, min(v.created_at)
from verifications v join users u on v.identifier = 'contested:' || u.id
group by u.id;
