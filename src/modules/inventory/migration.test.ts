import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.server.ts'
import { addService } from '../booking/testing/fixtures.ts'
import { departuresOn, schedulesOf } from './index.ts'

// Takes a shop with bookings from the schema before departures to the schema with them.
const all = await readMigrations()
const isOld = (name: string) => name < '0047'
async function oldShop() {
  const core = (await testDatabase({ bare: true })).openCore()
  await migrate(
    core.pool,
    all.filter(({ name }) => isOld(name)),
  )
  // Items are stored by today's code, which fills columns of a later migration.
  await sql`alter table services add column text_digests jsonb, add column digested_version integer,
    add column digested_fields text`.execute(core.db)
  return core
}
type Shop = Awaited<ReturnType<typeof oldShop>>

interface OldBooking {
  readonly serviceId: string
  readonly kind: string
  readonly date: string | null
  readonly time?: string | null
  readonly party?: readonly [adults: number, children: number, infants: number]
  readonly status?: string
}
let drawn = 0
async function addBooking({ db }: Shop, booking: OldBooking): Promise<void> {
  const [adults, children, infants] = booking.party ?? [2, 0, 0]
  await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
      customer_email, adults_count, children_count, infants_count, currency, price_lines, base_minor, total_minor,
      final_minor, travel_date, travel_time, time_zone, booking_status)
    values (gen_random_uuid(), ${`TH${String(++drawn).padStart(10, '0')}`}, ${booking.serviceId}, ${booking.kind}, 'A',
      'Asha Rao', 'asha@example.com', ${adults}, ${children}, ${infants}, 'AED', '[]', 0, 0, 0, ${booking.date},
      ${booking.time ?? null}, 'Asia/Dubai', ${booking.status ?? 'pending'})`.execute(db)
}
async function upgrade({ db, pool }: Shop) {
  await sql`alter table services drop column text_digests, drop column digested_version,
    drop column digested_fields`.execute(db)
  return migrate(pool, all)
}

const storedIn = async ({ db }: Shop) =>
  (
    await sql<{ of: string; taken: number }>`
    select service_id || ' ' || local_date || ' ' || coalesce(local_time, '-') as of, taken from departures order by 1`.execute(
      db,
    )
  ).rows.map(({ of, taken }) => `${of} ${taken}`)

test('an upgrade gives bookings their departures and leaves as many places as before [C169]', async () => {
  const shop = await oldShop()
  const tour = await addService(shop, 'tour', {
    slot_capacity: 12,
    time_slots: ['09:00', '14:00'],
    advance_booking_hours: 3,
  })
  const ticket = await addService(shop, 'ticket')
  const transfer = await addService(shop, 'transfer', { available_hours: { from: '06:00', to: '22:00' } })
  const visa = await addService(shop, 'visa')
  const clearance = await addService(shop, 'ok_to_board')
  const onTour = { serviceId: tour.id, kind: 'tour', date: '2099-12-01' }
  await addBooking(shop, { ...onTour, time: '09:00', party: [2, 1, 1] })
  await addBooking(shop, { ...onTour, time: '09:00', party: [3, 0, 0], status: 'confirmed' })
  await addBooking(shop, { ...onTour, time: '09:00', party: [5, 0, 0], status: 'cancelled' })
  await addBooking(shop, { ...onTour, time: '14:00', party: [1, 0, 0], status: 'completed' })
  await addBooking(shop, { ...onTour, date: '2020-01-01', time: '09:00', status: 'completed' })
  await addBooking(shop, { serviceId: ticket.id, kind: 'ticket', date: '2099-12-02', time: '13:00' })
  for (const time of ['07:10', '21:55'])
    await addBooking(shop, { serviceId: transfer.id, kind: 'transfer', date: '2099-12-02', time, party: [4, 2, 0] })
  await addBooking(shop, { serviceId: visa.id, kind: 'visa', date: null })
  await addBooking(shop, { serviceId: clearance.id, kind: 'ok_to_board', date: '2099-12-02' })
  const before = await sql<{ n: number }>`select count(*)::int as n from bookings`.execute(shop.db)

  expect((await upgrade(shop)).filter((name) => name.startsWith('0047'))).toHaveLength(1)

  expect(await storedIn(shop)).toEqual(
    [
      `${tour.id} 2099-12-01 09:00 7`,
      `${tour.id} 2099-12-01 14:00 1`,
      `${ticket.id} 2099-12-02 13:00 2`,
      `${transfer.id} 2099-12-02 - 2`,
    ].sort(),
  )
  const { rows } = await sql<{ status: string; type: string; places: number; has: boolean }>`
    select booking_status as status, service_type as type, places, departure_id is not null as has from bookings
    order by booking_reference`.execute(shop.db)
  expect(rows).toHaveLength(before.rows[0]!.n)
  expect(rows.map(({ type, status, places, has }) => [type, status, places, has])).toEqual([
    ...[
      ['tour', 'pending', 4, true],
      ['tour', 'confirmed', 3, true],
      ['tour', 'cancelled', 0, false],
    ],
    ...[
      ['tour', 'completed', 1, true],
      ['tour', 'completed', 0, false],
      ['ticket', 'pending', 2, true],
      ['transfer', 'pending', 1, true],
    ],
    ...[
      ['transfer', 'pending', 1, true],
      ['visa', 'pending', 0, false],
      ['ok_to_board', 'pending', 0, false],
    ],
  ])
  const stored = await shop.db.selectFrom('departures').selectAll().where('service_id', '=', tour.id).execute()
  const rule = shop.kinds.find('tour')!.schedule(tour)
  const onSale = departuresOn(
    schedulesOf(rule),
    stored.map((row) => ({ ...row, date: row.local_date, time: row.local_time, isClosed: false, isAdded: false })),
    { from: '2099-12-01', to: '2099-12-02', now: shop.clock(), zone: 'Asia/Dubai', cutOffMinutes: 0, fewUpTo: 0 },
  )
  expect(onSale.map(({ date, time, vacancies }) => [date, time, vacancies])).toEqual([
    ...[
      ['2099-12-01', '09:00', 5],
      ['2099-12-01', '14:00', 11],
      ['2099-12-02', '09:00', 12],
      ['2099-12-02', '14:00', 12],
    ],
  ])
})

test('an upgrade of thousands of bookings adds up, and keeps the counters', async () => {
  const shop = await oldShop()
  const tour = await addService(shop, 'tour', { slot_capacity: 12 })
  await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
      customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, travel_date,
      travel_time, time_zone, booking_status)
    select gen_random_uuid(), 'TH' || lpad(n::text, 10, '0'), ${tour.id}, 'tour', 'A tour', 'Guest ' || n,
      'guest' || n || '@mail.example', 1 + n % 4, 'AED', '[]', 0, 0, 0, date '2019-01-01' + n % 700,
      lpad((8 + n % 9)::text, 2, '0') || ':00', 'Asia/Dubai',
      (array['pending', 'confirmed', 'completed', 'cancelled'])[1 + n % 4]
    from generate_series(1, 3000) as n`.execute(shop.db)
  const counters = () =>
    sql`select booking_status, sum(bookings) as n from booking_counters group by 1 order by 1`.execute(shop.db)
  const counted = (await counters()).rows
  await upgrade(shop)
  const { rows } = await sql`
    select count(*) filter (where d.taken is distinct from b.places)::int as wrong, sum(d.taken)::int as taken
    from departures d left join (select departure_id, sum(places) as places from bookings group by 1) b on b.departure_id = d.id`.execute(
    shop.db,
  )
  const { rows: active } = await sql`
    select 0 as wrong, sum(adults_count)::int as taken from bookings
    where booking_status in ('pending', 'confirmed')`.execute(shop.db)
  expect(rows).toEqual(active)
  expect((await counters()).rows).toEqual(counted)
})
