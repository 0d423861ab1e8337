import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { createBooking, readAdminBooking } from './index.server.ts'
import {
  addService,
  clearanceDocuments,
  countRows,
  recordOf,
  refusalOf,
  requestFor,
  stagedDocument,
  visitor,
} from './testing/fixtures.ts'

let core: TestCore
let clearance: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  core.clock.set('2026-11-21T08:00:00Z')
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
const apply = (given: Record<string, unknown>) =>
  createBooking(core, visitor, requestFor(clearance, { travel_time: null, details, ...given }), null)

describe('an Ok to Board booking', () => {
  it('stores each answer and each document under its name [C143, C152]', async () => {
    const further = [
      await stagedDocument(core, 'passport_last_page', null),
      await stagedDocument(core, 'flight_booking_page2', null),
    ]
    const documents = [...(await clearanceDocuments(core)), ...further]
    const { booking } = await apply({ documents, special_requests: 'Aisle' })
    expect(booking).toMatchObject({
      details,
      travel_date: '2026-12-01',
      customer_email: 'asha@example.com',
      customer_phone: '+919876543210',
      special_requests: 'Aisle',
    })
    const view = await readAdminBooking(core, booking.id)
    expect(view.documents.map(({ name }) => name)).toEqual([
      'flight_booking_page1',
      'flight_booking_page2',
      'passport_first_page',
      'passport_last_page',
      'visa',
    ])
    expect(view.case_stage).toBe('documents_received')
    expect(JSON.stringify((await recordOf(core, booking.id)).details)).not.toContain('document')
  })
  it('is refused without a required answer or document [C144, C148, C151]', async () => {
    const papers = await clearanceDocuments(core)
    const before = await countRows(core)
    const refusedPaths = async (given: Record<string, unknown>) => {
      const { code, errors } = await refusalOf(apply(given))
      expect(code).toBe('booking/invalid')
      return errors.map(({ path }) => path)
    }
    expect(await refusedPaths({})).toHaveLength(3)
    expect(await refusedPaths({ documents: papers.slice(1) })).toEqual(['documents.booking.passport_first_page'])
    expect(await refusedPaths({ documents: papers, details: { ...details, airline: '  ' } })).toEqual([
      'details.airline',
    ])
    expect(await refusedPaths({ documents: papers, travel_date: null })).toEqual(['travel_date'])
    expect(await countRows(core)).toEqual(before)
    await apply({ documents: papers })
  })
  it('is refused for a past date, and accepted for a near one [C146, C147]', async () => {
    const documents = await clearanceDocuments(core)
    expect((await refusalOf(apply({ documents, travel_date: '2026-11-20' }))).errors).toHaveLength(1)
    const { errors } = await refusalOf(apply({ documents, travel_date: '2026-11-22' }))
    expect(errors.map(({ path }) => path)).toEqual(['details.acknowledge_short_notice'])
    const known = { ...details, acknowledge_short_notice: true }
    const { booking } = await apply({ documents, travel_date: '2026-11-22', details: known })
    // The mark that staff see.
    expect((await readAdminBooking(core, booking.id)).details).toMatchObject({ acknowledge_short_notice: true })
  })
})
