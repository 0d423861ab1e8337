import { createRouterClient } from '@orpc/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import type { FileStore } from '../files/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { eraseDocuments } from './commands/erase-documents.server.ts'
import { createBooking, decideStatus, eraseOldDocuments, implementBooking, readAdminBooking } from './index.server.ts'
import { addService, addUsers, admin, book, clearanceDocuments, requestFor, visitor } from './testing/fixtures.ts'

let core: TestCore
let deps: TestCore & { store: FileStore }
let clearance: Awaited<ReturnType<typeof addService>>
const removed: string[] = []
beforeAll(async () => {
  core = await testCore()
  core.clock.set('2026-11-21T08:00:00Z')
  const store: FileStore = {
    put: async () => {},
    get: async () => new Uint8Array(),
    remove: async (key) => void removed.push(key),
    async *list() {},
  }
  deps = { ...core, store }
  await addUsers(core)
  clearance = await addService(core, 'ok_to_board')
})
const details = {
  passenger_name: 'Imran Shaikh',
  passport_number: 'Z1234567',
  nationality: 'IN',
  flight_number: 'EK501',
  airline: 'Emirates',
  pnr: 'ABC123',
}
async function applied(): Promise<string> {
  const documents = await clearanceDocuments(core)
  const request = requestFor(clearance, { travel_time: null, details, documents })
  return (await createBooking(core, visitor, request, null)).booking.id
}
const documentsOf = async (id: string) => (await readAdminBooking(core, id)).documents.length
const historyOf = async (id: string) => (await readAdminBooking(core, id)).history.map(({ event }) => event)
const day = 24 * 60

describe("travellers' documents", () => {
  it('are erased by staff once, with an audit entry [A164, C226]', async () => {
    const id = await applied()
    expect(await documentsOf(id)).toBe(3)
    const bookingMailFacts = async () => null
    const context = {
      caller: admin,
      idempotencyKey: null,
      requestId: 'r',
      cookies: '',
      userAgent: '',
      language: 'en' as const,
    }
    const view = await createRouterClient(implementBooking({ ...deps, bookingMailFacts }), {
      context,
    }).admin.eraseDocuments({ bookingId: id })
    expect(view.documents).toEqual([])
    expect(view.history.at(-1)).toMatchObject({ event: 'documents-erased', actor: 'admin' })
    const files = await core.db
      .selectFrom('booking_documents')
      .innerJoin('files', 'files.id', 'booking_documents.file_id')
      .select(['files.sealed_key', 'files.storage_key'])
      .where('booking_documents.booking_id', '=', id)
      .execute()
    expect(files.map(({ sealed_key: key }) => key)).toEqual([null, null, null])
    expect(removed).toEqual(expect.arrayContaining(files.map(({ storage_key: key }) => key)))
    expect(await eraseDocuments(deps, admin, id)).toBe(0)
    expect((await historyOf(id)).filter((event) => event === 'documents-erased')).toHaveLength(1)
    const audit = core.db.selectFrom('audit_entries').select('subject_id')
    const entries = await audit.where('action', '=', 'booking.documents-erased').execute()
    expect(entries).toEqual([{ subject_id: id }])
  })

  it('are erased automatically when the retention period ends, and not before [A164, C226]', async () => {
    await saveSettings(core, admin, { document_retention_days: 30 })
    const [over, open] = [await applied(), await applied()]
    await decideStatus(core, admin, over, 'cancel')
    core.clock.advance(29 * day)
    expect(await eraseOldDocuments(deps)).toBe(0)
    core.clock.advance(2 * day)
    expect(await eraseOldDocuments(deps)).toBe(3)
    expect([await documentsOf(over), await documentsOf(open)]).toEqual([0, 3])
    expect(await historyOf(over)).toContain('documents-erased')
    // The other booking's travel date, 1 December, is long past by then.
    core.clock.advance(10 * day)
    expect(await eraseOldDocuments(deps)).toBe(3)
    expect(await documentsOf(open)).toBe(0)
    expect(await eraseOldDocuments(deps)).toBe(0)
  })

  it('of a return trip and of a group are kept from its last day on, also once it is completed', async () => {
    core.clock.set('2026-11-21T08:00:00Z')
    await saveSettings(core, admin, { document_retention_days: 30 })
    const ride = await addService(core, 'transfer', { offers_return: true })
    const leg = {
      return_trip: true,
      return_trip_date: '2027-01-20',
      return_trip_time: '18:00',
      dropoff_location: 'Sea',
    }
    const start = { travel_time: '10:00', pickup_location: 'Airport' }
    const trip = await book(core, ride, { ...start, details: leg }, admin)
    const group = await book(core, ride, { ...start, travel_date: '2026-12-02', details: {} }, admin)
    await core.db
      .updateTable('departures')
      .set({ return_date: '2027-01-20' })
      .where('id', '=', group.departure_id)
      .execute()
    for (const { id } of [trip, group]) {
      const papers = core.db.updateTable('booking_documents').set({ booking_id: id })
      await papers.where('booking_id', '=', await applied()).execute()
    }
    await decideStatus(core, admin, group.id, 'confirm')
    core.clock.set('2026-12-03T08:00:00Z')
    await decideStatus(core, admin, group.id, 'complete')
    core.clock.set('2027-02-18T08:00:00Z')
    await eraseOldDocuments(deps)
    expect([await documentsOf(trip.id), await documentsOf(group.id)]).toEqual([3, 3])
    core.clock.set('2027-02-21T08:00:00Z')
    await eraseOldDocuments(deps)
    expect([await documentsOf(trip.id), await documentsOf(group.id)]).toEqual([0, 0])
  })
})
