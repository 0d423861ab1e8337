import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { departureWorld, type Held } from '../../tests/support/cancelled-departures.ts'
import { newId } from '../platform/crypto/keyring.server.ts'

const world = await departureWorld()
const { shop, core, call, staff, support, departure, book, paidInCash, withProof, eventsOf } = world

type Versions = Record<string, number>
type Preview = {
  versions: Versions
  ready: number
  unpaid: { count: number; first: { booking_reference: string }[] }
  skipped: {
    reason: string
    count: number
    first: { id: string; booking_reference: string; customer_name: string }[]
  }[]
}
type Run = { id: string; counts: object; finished_at: string | null; by: string; code: string }
const preview = async (held: readonly Held[]): Promise<Preview> => {
  const ids = held.map(({ bookingId }) => bookingId)
  const answer = await call('POST /api/admin/booking-runs/confirmations/preview', { ids }, support.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Preview
}
type Sending = { unpaid?: boolean; headers?: Record<string, string> }
const start = (versions: Versions, { unpaid = false, headers = support.headers }: Sending = {}) =>
  call('POST /api/admin/booking-runs/confirmations', { versions, confirm_unpaid: unpaid }, headers)
const runOf = async ({ id }: Run) =>
  (await call(`GET /api/admin/booking-runs/${id}`, undefined, support.headers)).json() as Run
const refusedOf = async ({ id }: Run) => {
  const answer = await call(`GET /api/admin/booking-runs/${id}/refused`, undefined, support.headers)
  const { items, total } = answer.json() as { items: { booking_reference: string; reason: string }[]; total: number }
  expect(items).toHaveLength(total)
  return items.map(({ booking_reference, reason }) => [booking_reference, reason])
}
const confirm = async (held: readonly Held[], sending: Sending = {}): Promise<Run> => {
  const answer = await start((await preview(held)).versions, sending)
  expect(answer.status, answer.text).toBe(200)
  await shop.runJobs()
  return runOf(answer.json() as Run)
}
const stateOf = async ({ bookingId }: Held) =>
  (await core.db.selectFrom('bookings').select('booking_status').where('id', '=', bookingId).executeTakeFirstOrThrow())
    .booking_status
const step = async ({ bookingId }: Held, route: string, body: object = {}) => {
  const answer = await call(`POST /api/admin/bookings/${bookingId}/${route}`, body, staff.headers)
  expect(answer.status, answer.text).toBe(200)
}
/** Pays it, so that it waits for nothing but the confirmation. */
async function ready(held: Held): Promise<Held> {
  await core.db
    .updateTable('bookings')
    .set({ booking_status: 'pending', payment_status: 'completed', paid_minor: 1 })
    .where('id', '=', held.bookingId)
    .execute()
  return held
}
const trail = (subjectIds: readonly string[]) =>
  core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'subject_id', 'before', 'after'])
    .where('subject_id', 'in', subjectIds)
    .where('action', 'like', '%confirm%')
    .orderBy('id')
    .execute()
const mailsTo = ({ email }: Held) => shop.outbox.filter(({ to, subject }) => to === email && /confirmed/i.test(subject))

describe('confirming many bookings', () => {
  it('shows first what is skipped and why, confirms the rest once, and is on record', async () => {
    const of = await departure()
    const [one, two] = [await ready(await book(of)), await ready(await book(of))]
    const [unpaid, transfer, cancelled, done] = [await book(of), await withProof(of), await book(of), await book(of)]
    await step(cancelled, 'cancellation')
    await step(done, 'confirmation')
    const all = [one, unpaid, transfer, cancelled, done, two]
    const shown = await preview([...all, one])
    expect(Object.keys(shown.versions)).toEqual(all.map(({ bookingId }) => bookingId))
    expect(shown).toMatchObject({
      ready: 2,
      unpaid: { count: 1, first: [{ booking_reference: unpaid.reference }] },
      skipped: [
        { reason: 'confirmed', count: 1, first: [{ id: done.bookingId, customer_name: 'Asha Rao' }] },
        { reason: 'cancelled', count: 1, first: [{ booking_reference: cancelled.reference }] },
        { reason: 'transfer', count: 1, first: [{ booking_reference: transfer.reference }] },
      ],
    })
    expect(await Promise.all(all.map(stateOf))).toEqual([
      ...['pending', 'pending', 'pending', 'cancelled', 'confirmed', 'pending'],
    ])

    const run = await confirm(all)
    expect(run).toMatchObject({
      ...{ by: 'Test support', counts: { total: 6, done: 2, refused: 4 } },
      finished_at: expect.any(String),
    })
    expect(await refusedOf(run)).toEqual([
      [unpaid.reference, 'Not paid'],
      [transfer.reference, 'A bank transfer is waiting: approve or reject it instead'],
      [cancelled.reference, 'Cancelled'],
      [done.reference, 'Already confirmed'],
    ])
    expect(await Promise.all(all.map(stateOf))).toEqual([
      ...['confirmed', 'pending', 'pending', 'cancelled', 'confirmed', 'confirmed'],
    ])
    for (const held of [one, two]) {
      expect((await eventsOf(held)).filter((event) => event === 'booking-confirmed')).toHaveLength(1)
      expect(mailsTo(held)).toHaveLength(1)
    }
    const actor_id = support.userId
    expect(await trail([one.bookingId, unpaid.bookingId, run.id])).toMatchObject([
      { action: 'bookings.confirm-started', actor_id, subject_id: run.id, before: null, after: { bookings: 6 } },
      {
        ...{ action: 'booking.confirm', actor_id, subject_id: one.bookingId },
        ...{ before: { booking_status: 'pending' }, after: { booking_status: 'confirmed' } },
      },
      { action: 'bookings.confirm-finished', actor_id, after: { done: 2, refused: 4 } },
    ])
  })

  it('confirms unpaid bookings only when staff say so', async () => {
    const of = await departure()
    const unpaid = await book(of)
    expect((await confirm([unpaid])).counts).toEqual({ total: 1, done: 0, refused: 1 })
    expect((await confirm([unpaid], { unpaid: true })).counts).toEqual({ total: 1, done: 1, refused: 0 })
    expect(await stateOf(unpaid)).toBe('confirmed')
  })

  it('leaves a booking that has changed since the question, and names it', async () => {
    const of = await departure()
    const [same, changed, gone] = [
      await ready(await book(of)),
      await ready(await book(of)),
      await ready(await book(of)),
    ]
    const { versions } = await preview([same, changed, gone])
    await core.db
      .updateTable('bookings')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', changed.bookingId)
      .execute()
    await step(gone, 'cancellation')
    const run = (await start(versions)).json() as Run
    await shop.runJobs()
    expect(await refusedOf(run)).toEqual([
      [changed.reference, 'Changed since you checked the list. Open it and confirm it there.'],
      [gone.reference, 'Cancelled'],
    ])
    expect(await Promise.all([same, changed, gone].map(stateOf))).toEqual(['confirmed', 'pending', 'cancelled'])
  })

  it('names a booking whose places are gone, and goes on', async () => {
    const of = await departure(2)
    const late = await ready(await book(of))
    const sql0 = { released_places: 2, places: 0 }
    await core.db.updateTable('bookings').set(sql0).where('id', '=', late.bookingId).execute()
    await sql`update departures set taken = taken - 2 where id = (select departure_id from bookings where id = ${late.bookingId})`.execute(
      core.db,
    )
    const first = await ready(await book(of))
    const run = await confirm([late, first])
    expect(await refusedOf(run)).toEqual([[late.reference, 'Its departure has no places left']])
    expect(await stateOf(first)).toBe('confirmed')
  })

  it('happens once for one key, and for a job that runs twice', async () => {
    const of = await departure()
    const held = [await ready(await book(of)), await ready(await book(of))]
    const { versions } = await preview(held)
    const headers = { ...support.headers, 'idempotency-key': 'confirm-many-1' }
    const answers = await Promise.all([1, 2, 3].map(() => start(versions, { headers })))
    const ids = answers.map((answer) => (answer.json() as Run).id)
    expect(new Set(ids).size).toBe(1)
    expect((await start(Object.fromEntries(Object.entries(versions).slice(1)), { headers })).status).toBe(422)
    const work = shop.shop.jobs['booking-run']
    await Promise.all([work?.({ runId: ids[0] }), work?.({ runId: ids[0] }), shop.runJobs()])
    await work?.({ runId: ids[0] })
    for (const each of held)
      expect((await eventsOf(each)).filter((event) => event === 'booking-confirmed')).toHaveLength(1)
    const finished = await trail([ids[0] ?? ''])
    expect(finished.map(({ action }) => action)).toEqual(['bookings.confirm-started', 'bookings.confirm-finished'])
  })

  it('goes on after a booking that fails, tries it again, and names it in the end', async () => {
    const of = await departure()
    const [broken, fine] = [await ready(await book(of)), await ready(await book(of))]
    await sql`create function fail_for_test() returns trigger language plpgsql as $$
      begin raise exception 'broken for the test'; end $$`.execute(core.db)
    await sql`create trigger fail_for_test before update on bookings for each row
      when (new.id = ${sql.lit(broken.bookingId)} and new.booking_status = 'confirmed')
      execute function fail_for_test()`.execute(core.db)
    const { id } = (await start((await preview([broken, fine])).versions)).json() as Run
    const work = shop.shop.jobs['booking-run']
    await work?.({ runId: id })
    expect(await Promise.all([broken, fine].map(stateOf))).toEqual(['pending', 'confirmed'])
    const under = { id } as Run
    expect((await runOf(under)).counts).toEqual({ total: 2, done: 1, refused: 0 })
    for (let n = 0; n < 4; n++) await work?.({ runId: id })
    expect(await refusedOf(under)).toEqual([[broken.reference, 'Something went wrong on our side. Please try again.']])
    await sql`drop trigger fail_for_test on bookings`.execute(core.db)
    expect((await confirm([broken])).counts).toEqual({ total: 1, done: 1, refused: 0 })
  })

  it('works through more bookings than one batch takes', async () => {
    const of = await departure()
    const held: Held[] = []
    for (let n = 0; n < 3; n++) held.push(await ready(await book(of)))
    const { versions } = await preview(held)
    // 57 more that are over already.
    const { rows } = await sql<{ id: string }>`insert into bookings (id, booking_reference, service_id, service_type,
        service_title, customer_name, customer_email, adults_count, currency, price_lines, base_minor, total_minor,
        final_minor, time_zone, details, booking_status)
      select gen_random_uuid(), 'TX' || lpad(n::text, 10, '0'), service_id, service_type, service_title, customer_name,
        customer_email, 1, currency, '[]', 0, 0, 0, time_zone, '{}', 'cancelled'
      from bookings, generate_series(1, 57) n where id = ${held[0]?.bookingId} returning id`.execute(core.db)
    const over = Object.fromEntries(rows.map(({ id }) => [id, 1]))
    const run = (await start({ ...over, ...versions })).json() as Run
    await shop.runJobs()
    expect(await runOf(run)).toMatchObject({ counts: { total: 60, done: 3, refused: 57 } })
    const page = await call(`GET /api/admin/booking-runs/${run.id}/refused?page=3&limit=25`, undefined, support.headers)
    expect((page.json().items as unknown[]).length).toBe(7)
  })

  it('is closed to others than staff with bookings, and refuses what is not a selection', async () => {
    const held = await ready(await book(await departure()))
    const { versions } = await preview([held])
    const { id } = await confirm([await paidInCash(await departure())])
    const routes = [
      ['POST', 'booking-runs/confirmations/preview', { ids: [held.bookingId] }],
      ['POST', 'booking-runs/confirmations', { versions }],
      ['GET', 'booking-runs', undefined],
      ['GET', `booking-runs/${id}`, undefined],
      ['GET', `booking-runs/${id}/refused`, undefined],
      ['GET', 'booking-selection', undefined],
      ['POST', 'booking-selection/list', { ids: [held.bookingId] }],
      ['POST', 'booking-selection.csv', { ids: [held.bookingId] }],
    ] as const
    const others = await Promise.all((['guide', 'content', 'customer'] as const).map((role) => shop.signIn(role)))
    for (const [method, path, body] of routes) {
      for (const { headers } of others)
        expect((await call(`${method} /api/admin/${path}`, body, headers)).status, path).toBe(403)
      expect((await call(`${method} /api/admin/${path}`, body)).status, path).toBe(401)
    }
    expect((await start({ [newId(core.clock())]: 1 })).json()).toMatchObject({ code: 'booking/not-found' })
    const many = Object.fromEntries(Array.from({ length: 5_001 }, () => [newId(core.clock()), 1]))
    for (const wrong of [
      {},
      many,
      { x: 1 },
      { [held.bookingId]: 'done' },
      { [held.bookingId]: 1.5 },
      { [held.bookingId]: 2 ** 31 },
      [],
    ])
      expect((await start(wrong as Versions)).status).toBe(422)
    const unknown = await call(`GET /api/admin/booking-runs/${newId(core.clock())}`, undefined, support.headers)
    expect([unknown.status, unknown.json().code]).toEqual([404, 'booking/no-run'])
    expect(await stateOf(held)).toBe('pending')
  })
})

it('recent runs are listed for 30 days', async () => {
  // Runs of the same instant have no order.
  core.clock.advance(1)
  const run = await confirm([await ready(await book(await departure()))])
  const list = async () => (await call('GET /api/admin/booking-runs', undefined, staff.headers)).json().items as Run[]
  expect((await list())[0]).toEqual(run)
  core.clock.advance(30 * 24 * 60 + 1)
  expect(await list()).toEqual([])
  expect((await runOf(run)).code).toBe('booking/no-run')
  await shop.shop.jobs['forget-old-rows']?.({})
  expect(await core.db.selectFrom('booking_runs').select('id').execute()).toEqual([])
  expect(await core.db.selectFrom('booking_run_items').select('run_id').execute()).toEqual([])
})
