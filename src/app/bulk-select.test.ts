import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { addService, addUsers, book } from '../modules/booking/testing/fixtures.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const support = await shop.signIn('support')
const tour = await addService(core, 'tour', {}, { title: 'Harbour' })
const transfer = await addService(core, 'transfer', { offers_return: true }, { title: 'To the airport' })
const ride = { pickup_location: 'Hotel Sea', details: { dropoff_location: 'Airport' } }

const call = (route: string, body?: object) => shop.call(route, body, support.headers)
const select = async (query: Record<string, string> = {}) => {
  const answer = await call(`GET /api/admin/booking-selection?${new URLSearchParams(query)}`)
  return { ...answer, versions: answer.json().versions as Record<string, number>, code: answer.json().code }
}
const idsOf = async (query: Record<string, string> = {}) => Object.keys((await select(query)).versions)
const made: string[] = []
for (let n = 0; n < 6; n++) {
  core.clock.advance(1)
  const more = { customer_name: n < 3 ? 'Asha Rao' : 'Ben Okafor', travel_date: `2026-12-0${n + 1}` }
  const own = { ...(n === 5 && ride), customer_email: `guest${n}@example.com` }
  made.unshift((await book(core, n === 5 ? transfer : tour, { ...more, ...own })).id)
}

describe('selecting all that a filter matches', () => {
  it('names every booking with its version, the newest first', async () => {
    await core.db.updateTable('bookings').set({ version: 7 }).where('id', '=', made[2]!).execute()
    const { versions } = await select()
    expect(Object.keys(versions)).toEqual(made)
    expect(versions[made[2]!]).toBe(7)
  })
  it.each([
    ['a search', { q: 'Rao' }, [3, 4, 5]],
    ['a kind', { type: 'transfer' }, [0]],
    ['a status', { status: 'confirmed' }, []],
    ['days of travel', { travel_from: '2026-12-02', travel_to: '2026-12-03' }, [3, 4]],
    ['days of booking', { booked_from: '2026-11-21', booked_to: '2026-11-21' }, [0, 1, 2, 3, 4, 5]],
    ['a staff member', { staff: 'nobody' }, []],
  ])('follows %s as the list does', async (_what, query, places) => {
    expect(await idsOf(query)).toEqual(places.map((place) => made[place]))
    const list = await call(`GET /api/admin/bookings?${new URLSearchParams(query)}`)
    expect((list.json().items as { id: string }[]).map(({ id }) => id)).toEqual(await idsOf(query))
  })
  it('refuses more than 5,000 and says what to do', async () => {
    await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
        customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone, details,
        created_at)
      select gen_random_uuid(), 'TX' || lpad(n::text, 10, '0'), service_id, service_type, 'Many', 'Many', 'many@example.com',
        1, currency, '[]', 0, 0, 0, time_zone, '{}', created_at - n * interval '1 minute'
      from bookings, generate_series(1, 5000) n where id = ${made[0]}`.execute(core.db)
    expect(await idsOf({ q: 'many@example.com' })).toHaveLength(5_000)
    const refused = await select({ type: 'transfer' })
    expect([refused.status, refused.code]).toEqual([409, 'booking/too-many-selected'])
    expect(refused.text).toContain('You can select at most 5,000 bookings at once. Narrow the filter')
  })
})

describe('the selected bookings', () => {
  it('are exported as CSV like the whole list, newest first, and the export is on record', async () => {
    const ids = [made[5]!, made[1]!]
    const answer = await call('POST /api/admin/booking-selection.csv', { ids })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const whole = (await call('GET /api/admin/bookings.csv')).text.split('\r\n')
    const expected = [whole[0], ...whole.filter((row) => /guest4@|guest0@/.test(row)), '']
    expect(answer.text.split('\r\n')).toEqual(expected)
    const entry = core.db.selectFrom('audit_entries').selectAll().where('action', '=', 'bookings.exported')
    expect(await entry.executeTakeFirstOrThrow()).toMatchObject({ actor_id: support.userId, after: { bookings: 2 } })
    for (const wrong of [{}, { ids: [] }, { ids: ['x'] }, { ids, more: 1 }])
      expect((await call('POST /api/admin/booking-selection.csv', wrong)).status).toBe(422)
  })

  it('are listed for printing by day and service, each leg of a return trip on its day', async () => {
    const back = { return_trip: true, return_trip_date: '2026-12-09', return_trip_time: '18:00' }
    const both = { ...ride, details: { ...ride.details, ...back }, travel_date: '2026-12-02' }
    const twice = await book(core, transfer, { customer_name: 'Zoe', ...both })
    await core.db.updateTable('bookings').set({ booking_status: 'cancelled' }).where('id', '=', made[4]!).execute()
    const ids = [twice.id, made[5]!, made[4]!]
    const answer = await call('POST /api/admin/booking-selection/list', { ids })
    expect(answer.status, answer.text).toBe(200)
    const { departures } = answer.json() as { departures: Record<string, unknown>[] }
    expect(departures).toMatchObject([
      { service_title: 'Harbour', date: '2026-12-01', time: '10:00', parties: [{ id: made[5], leg: 'outbound' }] },
      {
        ...{ service_title: 'Harbour', date: '2026-12-02' },
        parties: [{ id: made[4], booking_status: 'cancelled', to_collect: null }],
      },
      { service_title: 'To the airport', date: '2026-12-02', parties: [{ customer_name: 'Zoe', leg: 'outbound' }] },
      { service_title: 'To the airport', date: '2026-12-09', time: '18:00', parties: [{ leg: 'return' }] },
    ])
    const many = Array.from({ length: 1_001 }, () => twice.id)
    expect((await call('POST /api/admin/booking-selection/list', { ids: many })).status).toBe(422)
  })
})
