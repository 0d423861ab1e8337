import { describe, expect, it } from 'vitest'
import { byTerms } from '../../tests/support/cancelled-departures.ts'
import { at, waitingWorld } from '../../tests/support/waiting-list.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { purgeWaiting, takePlaces } from '../modules/inventory/index.server.ts'

const { shop, core, call, staff, soldOut, join, cancel, departureOf, entriesOf, statesOf, mailsTo, sweep } =
  await waitingWorld()

const cleared = async () => expect(await provePlaces(core.db)).toEqual([])

describe('a departure without a sale', () => {
  it('tells everybody when it is cancelled, and ends their offers', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour)
    await join(tour)
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const of = `/api/admin/services/${tour.id}/departures/${at.date}`
    const list = await call(`GET ${of}/cancellation?time=${at.time}`, undefined, staff.headers)
    const order = { time: at.time, reason: 'Storm', confirm: list.json().confirm, choice: byTerms }
    const done = await call(`POST ${of}/cancellation`, order, staff.headers)
    expect(done.status, `${list.text} ${done.text}`).toBe(200)
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['ended', 'ended'])
    for (const { email } of await entriesOf(tour)) expect(mailsTo(email).at(-1)?.text).toContain('was cancelled')
    expect((await departureOf(tour)).taken).toBe(0)
    await cleared()
  })

  it('ends its list at the cut-off, and deletes it two weeks later', async () => {
    const { tour } = await soldOut()
    const email = `late-${tour.slug}@example.com`
    await join(tour, { email })
    await shop.runJobs()
    const start = core.clock()
    core.clock.set('2026-12-01T06:01:00Z')
    await sweep()
    expect(await statesOf(tour)).toEqual(['ended'])
    expect(mailsTo(email).at(-1)?.text).toContain('No more places became free before booking closed')
    await sweep()
    expect(mailsTo(email)).toHaveLength(2)
    core.clock.set('2026-12-15T20:00:00Z')
    await purgeWaiting(core)
    expect(await entriesOf(tour)).toHaveLength(1)
    core.clock.set('2026-12-16T20:00:00Z')
    await purgeWaiting(core)
    expect(await entriesOf(tour)).toEqual([])
    core.clock.set(start)
  })
})

describe('staff', () => {
  const listOf = async (departureId: string) =>
    (await call(`GET /api/admin/departures/${departureId}/waiting-list`, undefined, staff.headers)).json() as {
      entries: { id: string; position: number | null; state: string; email: string }[]
    }
  const audit = (id: string) =>
    core.db.selectFrom('audit_entries').select(['action', 'before', 'after']).where('subject_id', '=', id).execute()

  it('see the list in order, and remove somebody', async () => {
    const { tour } = await soldOut()
    for (const adults of [2, 3]) await join(tour, { adults })
    const { id } = await departureOf(tour)
    const { entries } = await listOf(id)
    expect(entries).toMatchObject([
      { position: 1, places: 2, state: 'waiting' },
      { position: 2, places: 3, state: 'waiting' },
    ])
    const remove = () => call(`DELETE /api/admin/waiting-list/${entries[0]?.id}`, undefined, staff.headers)
    expect((await remove()).json()).toEqual({ removed: true })
    expect((await remove()).json()).toMatchObject({ status: 409, code: 'inventory/not-waiting' })
    expect(await audit(entries[0]!.id)).toMatchObject([
      { action: 'waiting.removed', before: { state: 'waiting' }, after: { state: 'removed' } },
    ])
    expect((await listOf(id)).entries.map(({ position }) => position)).toEqual([1, null])
  })

  it('offer places out of order with a reason only, and only places that are there', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour, { adults: 4 })
    await join(tour, { adults: 3 })
    await shop.runJobs()
    const { id } = await departureOf(tour)
    const [, second] = (await listOf(id)).entries
    const offer = (reason: string) =>
      call(`POST /api/admin/waiting-list/${second?.id}/offers`, { reason }, staff.headers)
    expect((await offer('')).json()).toMatchObject({ code: 'inventory/invalid', errors: [{ path: 'reason' }] })
    expect((await offer('A regular guest')).json()).toMatchObject({ code: 'inventory/no-places' })
    await core.db.updateTable('departures').set({ has_waiting: false }).where('id', '=', id).execute()
    for (const each of bookings.slice(0, 2)) await cancel(each.id)
    expect((await offer('A regular guest')).json()).toEqual({ offered_until: '2026-11-21T12:00:00.000Z' })
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['waiting', 'offered'])
    expect(await audit(second!.id)).toMatchObject([
      { before: { state: 'waiting' }, after: { state: 'offered', reason: 'A regular guest' } },
    ])
    expect(mailsTo(second!.email)).toHaveLength(2)
    await cleared()
  })

  it('is asked for: customers and visitors see and change nothing', async () => {
    const { tour } = await soldOut()
    await join(tour)
    const { id } = await departureOf(tour)
    const customer = await shop.signIn()
    const [entry] = await entriesOf(tour)
    for (const headers of [{}, customer.headers])
      for (const route of [
        `GET /api/admin/departures/${id}/waiting-list`,
        `DELETE /api/admin/waiting-list/${entry?.id}`,
        `POST /api/admin/waiting-list/${entry?.id}/offers`,
      ])
        expect([401, 403]).toContain((await call(route, undefined, headers)).status)
  })
})

describe('the proof of places', () => {
  it('names a departure whose offers do not add up', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour)
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const { id } = await departureOf(tour)
    const entry = { state: 'waiting', held: 0 } as const
    await core.db.updateTable('waiting_entries').set(entry).where('departure_id', '=', id).execute()
    expect(await provePlaces(core.db)).toMatchObject([{ departureId: id, taken: 10, booked: 8 }])
    await core.db.transaction().execute(async (trx) => {
      const departure = { serviceId: tour.id, ...at }
      await takePlaces(trx, { departure, places: 0, capacity: 10, now: core.clock() })
    })
    await core.db.updateTable('departures').set({ taken: 8 }).where('id', '=', id).execute()
    await cleared()
  })
})
