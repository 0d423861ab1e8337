import fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { decideStatus, registerBookingRoutes } from './index.server.ts'
import { readManifest } from './queries/manifest.server.ts'
import type { BookingRecord } from './tables.server.ts'
import { addService, addUsers, admin, book, visitor } from './testing/fixtures.ts'

let core: TestCore
let parties: BookingRecord[]
let day: string

beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  const tour = await addService(core, 'tour', {}, { title: 'Desert Safari' })
  const others = { customer_name: 'Zoë Brown', customer_email: 'zoe@example.com', adults_count: 3 }
  parties = [
    await book(core, tour, others),
    await book(core, tour, { customer_name: '=Asha Rao' }),
    await book(core, tour, { customer_name: 'Not confirmed' }),
  ]
  for (const party of parties.slice(0, 2)) await decideStatus(core, admin, party.id, 'confirm')
  const change = { pickup_location: 'Hotel "Sea", Deira' }
  await core.db.updateTable('bookings').set(change).where('id', '=', parties[1]!.id).execute()
  day = parties[0]!.travel_date!
})

describe('the manifest of a day', () => {
  it('lists confirmed bookings by departure, with guests and what is still to be collected', async () => {
    const { departures } = await readManifest(core, day)
    expect(departures).toHaveLength(1)
    const [departure] = departures
    expect(departure).toMatchObject({ service_title: 'Desert Safari', travel_time: parties[0]!.travel_time })
    expect(departure?.parties.map(({ customer_name }) => customer_name)).toEqual(['=Asha Rao', 'Zoë Brown'])
    expect(departure?.adults).toBe(parties[0]!.adults_count + parties[1]!.adults_count)
    expect(departure?.parties[1]?.to_collect).toEqual({
      minor: parties[0]!.final_minor,
      currency: parties[0]!.currency,
    })
  })
  it('collects nothing from those who have paid', async () => {
    await core.db
      .updateTable('bookings')
      .set({ payment_status: 'completed', paid_minor: parties[0]!.final_minor })
      .where('id', '=', parties[0]!.id)
      .execute()
    const [departure] = (await readManifest(core, day)).departures
    expect(departure?.parties.map(({ to_collect }) => to_collect === null)).toEqual([false, true])
  })
  it('is empty on another day', async () => {
    expect((await readManifest(core, '2030-01-01')).departures).toEqual([])
  })
  it('is a file for those alone who may see bookings, without formulas, and asks for a day', async () => {
    const app = fastify()
    let caller = visitor
    const store = { put: async () => {}, get: async () => new Uint8Array(), remove: async () => {}, async *list() {} }
    registerBookingRoutes(app, { ...core, store }, () => caller)
    const ask = (query: string) => app.inject({ url: `/api/admin/manifest.csv${query}` })
    expect((await ask(`?day=${day}`)).statusCode).not.toBe(200)
    caller = admin
    expect((await ask('?day=tomorrow')).statusCode).not.toBe(200)
    const answer = await ask(`?day=${day}`)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="manifest-${day}.csv"`)
    const lines = answer.body.slice(1).split('\r\n').filter(Boolean)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,'=Asha Rao,`)
    expect(lines[1]).toContain('"Hotel ""Sea"", Deira"')
    await app.close()
  })
})
