import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../src/platform/db/database.server.ts'
import { firstNames, lastNames } from './people.ts'
import { seedTest } from './test-world.server.ts'
import type { SeedDeps } from './world.server.ts'

/** How big the world for load tests is. */
export type Size = { readonly bookings: number; readonly services: number }
const million: Size = { bookings: 1_000_000, services: 5_000 }
const batch = 100_000

/** Where each kind keeps the price that its copies vary: copies cost 50 to 199 hundredths of their pattern. */
const priceFields: Readonly<Record<string, readonly string[]>> = {
  tour: ['price_adult'],
  package: ['price_adult'],
  ticket: ['price_adult'],
  visa: ['price'],
  transfer: ['base_price'],
  umrah: ['price', 'discount_price'],
}
const places = [
  'Dubai',
  'Abu Dhabi',
  'Sharjah',
  'Ajman',
  'Fujairah',
  'Ras Al Khaimah',
  'Al Ain',
  'Hatta',
  'Makkah',
  'Madinah',
]

/**
 * 5,000 items and 1,000,000 bookings of two years, made inside the database. The items are varied copies of the test
 * world's, the bookings cost what their kind's one-adult price is; only the newest are still open.
 */
export async function seedMillion(deps: SeedDeps, size: Size = million): Promise<void> {
  await seedTest(deps)
  await withoutLimits(deps, (q) => copyItems(q, deps, size.services))
  const restoreIndexes = await dropIndexes(deps)
  try {
    for (let from = 1; from <= size.bookings; from += batch) {
      const to = Math.min(from + batch - 1, size.bookings)
      await withoutLimits(deps, (q) => insertBookings(q, deps, size, from, to))
      deps.log.info({ bookings: to }, 'seeding')
    }
  } finally {
    await restoreIndexes()
  }
  await withoutLimits(deps, countAgain)
  await withoutLimits(deps, takeOver)
  await sql`analyze`.execute(deps.db)
}

/** A transaction that may take its time; the counters' trigger is off in it, they are counted afterwards. */
async function withoutLimits(deps: SeedDeps, work: (q: Queryable) => Promise<void>): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local synchronous_commit = off`.execute(trx)
    await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
    await work(trx)
  })
}

async function copyItems(q: Queryable, deps: SeedDeps, wanted: number): Promise<void> {
  const patterns = await q
    .selectFrom('services')
    .select(['id', 'kind'])
    .where('kind', 'in', Object.keys(priceFields))
    .orderBy('kind')
    .execute()
  const others = await q
    .selectFrom('services')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .executeTakeFirstOrThrow()
  const copies = wanted - others.items
  for (const [place, { id, kind }] of patterns.entries()) {
    const share = Math.floor(copies / patterns.length) + (place < copies % patterns.length ? 1 : 0)
    await copyItem(q, deps, id, priceFields[kind] ?? [], share)
  }
}

/** A price of the copy number n, from the pattern's: whole hundreds of minor units. */
const varied = (amount: RawBuilder<unknown>) => sql`greatest(${amount} * (50 + (n * 37) % 150) / 100 / 100 * 100, 100)`

async function copyItem(
  q: Queryable,
  deps: SeedDeps,
  id: string,
  prices: readonly string[],
  copies: number,
): Promise<void> {
  if (copies <= 0) return
  const changes = prices.map(
    (name) => sql`case when jsonb_typeof(details -> ${name}) = 'number'
      then jsonb_build_object(${name}::text, ${varied(sql`(details ->> ${name})::bigint`)}) else '{}'::jsonb end`,
  )
  await sql`
    insert into services (id, kind, slug, title, status, is_featured, currency, from_minor, was_minor, summary, location,
      duration_minutes, featured_image, facets, details, search_text, created_at, updated_at)
    select ${idAt(sql`made`)}, kind, slug || '-' || n, title || ' ' || n, case when n % 40 = 0 then 'inactive' else 'active' end,
      n % 25 = 0, currency, ${varied(sql`from_minor`)}, case when was_minor is not null
        then greatest(${varied(sql`was_minor`)}, ${varied(sql`from_minor`)} + 1) end,
      summary, place, duration_minutes, featured_image, facets,
      details || ${sql.join(changes, sql` || `)}
        || case when details ? 'location' then jsonb_build_object('location', place) else '{}'::jsonb end,
      lower(title || ' ' || n || E'\n' || place) || E'\n' || search_text, made, made
    from (
      select services.*, n, (${textArray(places)})[1 + n % ${places.length}] as place,
        ${deps.clock()}::timestamptz - make_interval(mins => (n * 173 + length(services.slug) * 7)::int) as made
      from services, generate_series(1, ${copies}) as n where services.id = ${id}
    ) copy`.execute(q)
  await sql`insert into service_slugs (kind, slug, service_id)
    select kind, slug, id from services on conflict do nothing`.execute(q)
}

const textArray = (words: readonly string[]) => sql`array[${sql.join(words)}]::text[]`

/** A UUIDv7 of that time: sorted as real ones are. */
const idAt = (when: RawBuilder<unknown>) => sql`(
  lpad(to_hex((extract(epoch from ${when}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
  || '8' || substr(md5(random()::text), 1, 15))::uuid`

/** Numbered from the oldest; the newest 4,000 (two days and more of the million) are still open. */
async function insertBookings(q: Queryable, deps: SeedDeps, size: Size, from: number, to: number): Promise<void> {
  const now = deps.clock()
  const seconds = Math.floor((730 * 86_400) / size.bookings)
  const open = size.bookings - Math.min(4_000, Math.ceil(size.bookings / 10))
  // A number, not a column: only so can each booking find its item by hash.
  const { items } = await q
    .selectFrom('services')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('from_minor', 'is not', null)
    .where('kind', '<>', 'ok_to_board')
    .executeTakeFirstOrThrow()
  await sql`alter table bookings disable trigger bookings_counted`.execute(q)
  await sql`
    with item as (
      select row_number() over (order by id) - 1 as place, id, kind, title, currency,
        from_minor, details
      from services where from_minor is not null and kind <> 'ok_to_board'
    ), told as (
      select n, item.*, ${now}::timestamptz - make_interval(secs => (${size.bookings} - n) * ${seconds}) as made,
        case when n > ${open} then (array['pending', 'pending', 'confirmed', 'confirmed', 'confirmed'])[1 + n % 5]
          else (array['completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + n % 5] end as state,
        n % 10 < 7 as is_paid, 1 + n % 4 as adults,
        (${textArray(firstNames)})[1 + (n * 7) % ${firstNames.length}] as first,
        (${textArray(lastNames)})[1 + (n * 11) % ${lastNames.length}] as last
      from generate_series(${from}::bigint, ${to}::bigint) as n
      join item on item.place = (n * 7919) % ${items}::bigint
    ), priced as (
      select told.*, units, from_minor * units as total, case when kind = 'transfer' then 'base' else 'adult' end as label,
        case when state in ('confirmed', 'completed') then 'completed' when state = 'pending' then 'pending'
          when is_paid then 'refunded' else 'pending' end as payment
      from told, lateral (select case when kind = 'transfer' then 1 else adults end as units) vehicle
    )
    insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name, customer_email,
      customer_phone, adults_count, currency, price_lines, base_minor, total_minor, final_minor, travel_date, time_zone,
      booking_status, payment_status, payment_gateway, paid_minor, refunded_minor, expires_at, created_at, updated_at)
    select ${idAt(sql`made`)}, 'TH' || lpad(((n * 7368787 + 13) % 10000000000)::text, 10, '0'), id, kind, title,
      first || ' ' || last, lower(replace(first || '.' || last, ' ', '')) || (n % 300000) || '@mail.example',
      '+9198' || lpad((n % 100000000)::text, 8, '0'), adults, currency,
      jsonb_build_array(jsonb_build_object('label', label, 'quantity', units,
        'unit', jsonb_build_object('minor', from_minor, 'currency', currency),
        'total', jsonb_build_object('minor', total, 'currency', currency))),
      total, total, total, (made + make_interval(days => (5 + n % 60)::int))::date, 'Asia/Dubai', state, payment,
      case when payment <> 'pending' then 'bank_transfer' end,
      case when payment <> 'pending' then total else 0 end, case when payment = 'refunded' then total else 0 end,
      case when state = 'pending' then ${now}::timestamptz + make_interval(hours => (24 + n % 24)::int) end, made, made
    from priced order by n`.execute(q)
  await sql`alter table bookings enable trigger bookings_counted`.execute(q)
  await sql`
    insert into booking_history (booking_id, event, actor, at)
    select id, 'booking-created', 'customer', created_at from bookings
    where created_at >= ${now}::timestamptz - make_interval(secs => (${size.bookings} - ${from}::bigint) * ${seconds})
      and created_at <= ${now}::timestamptz - make_interval(secs => (${size.bookings} - ${to}::bigint) * ${seconds})`.execute(
    q,
  )
}

/** Indexes are made once, after the rows. Those that keep a promise (primary, unique) stay. */
async function dropIndexes(deps: SeedDeps): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = 'bookings'::regclass and not x.indisunique and i.relname <> 'bookings_newest'`.execute(deps.db)
  await withoutLimits(deps, async (q) => {
    for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(q)
  })
  return async () => {
    for (const { definition } of rows)
      await withoutLimits(deps, async (q) => {
        await sql.raw(definition).execute(q)
      })
  }
}

/** The copies were paid somewhere, by no attempt: the ledger takes them over with their totals. */
async function takeOver(q: Queryable): Promise<void> {
  await sql`
    insert into ledger_entries (booking_id, kind, amount_minor, currency, booking_minor, booking_currency, exchange_rate,
      source, at)
    select id, kind, amount, currency, amount, currency, 1, 'opening', updated_at
    from bookings b cross join lateral (values ('charged', paid_minor), ('refunded', 0 - refunded_minor)) moved (kind, amount)
    where amount <> 0 and not exists (select from payment_attempts a where a.booking_id = b.id)`.execute(q)
}

/** What the trigger would have counted, one row a state. */
async function countAgain(q: Queryable): Promise<void> {
  await sql`delete from booking_counters`.execute(q)
  await sql`
    insert into booking_counters
    select service_type, booking_status, payment_status, currency, 0, count(*), sum(paid_minor), sum(refunded_minor)
    from bookings group by service_type, booking_status, payment_status, currency`.execute(q)
  await sql`delete from booking_days`.execute(q)
  await sql`
    insert into booking_days
    select day, currency, 0, sum(bookings), sum(paid), sum(refunded) from (
      select agency_day(created_at) as day, currency, count(*) as bookings, 0::bigint as paid, 0::bigint as refunded
      from bookings group by 1, 2
      union all
      select agency_day(updated_at), currency, 0, sum(paid_minor), sum(refunded_minor)
      from bookings where paid_minor <> 0 group by 1, 2
    ) each group by day, currency`.execute(q)
}
