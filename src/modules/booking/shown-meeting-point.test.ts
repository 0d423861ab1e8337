import { createRouterClient } from '@orpc/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { implementBooking, issueBookingToken } from './index.server.ts'
import { addService, addUsers, admin, book, visitor } from './testing/fixtures.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})
const store = { put: async () => undefined, get: async () => null, delete: async () => undefined } as never
const api = (caller: Caller) =>
  createRouterClient(implementBooking({ ...core, store, bookingMailFacts: async () => null }), {
    context: { caller, idempotencyKey: null, requestId: 'r', cookies: '', userAgent: '', language: 'en' },
  })

const meeting = { meeting_point: 'Gate 3\nAl Seef Street', meeting_coordinates: '25.2684, 55.2962' }
const shown = { place: 'Gate 3, Al Seef Street', coordinates: { latitude: 25.2684, longitude: 55.2962 } }

describe('the meeting point in the view of a booking', () => {
  it('is shown to the holder of the link, to staff, and with the email address; not for the reference alone', async () => {
    const booking = await book(core, await addService(core, 'tour', meeting))
    const { id: bookingId, booking_reference: reference, customer_email: email } = booking
    const tracker = api(anonymous('198.51.100.7')).track
    expect(await api(visitor).get({ bookingId, token: issueBookingToken(core, booking) })).toMatchObject({
      meeting_point: shown,
    })
    expect((await api(admin).admin.get({ bookingId })).meeting_point).toEqual(shown)
    expect(await tracker({ reference, email })).toMatchObject({ access: 'full', booking: { meeting_point: shown } })
    const status = await tracker({ reference })
    expect(status.access).toBe('status')
    expect(JSON.stringify(status)).not.toContain('Gate 3')
    expect(status).not.toHaveProperty('meeting_point')
  })

  it('is null for customers who are picked up, and once the booking is over', async () => {
    const tour = await addService(core, 'tour', { ...meeting, has_pickup: true })
    const of = async (bookingId: string) => (await api(admin).admin.get({ bookingId })).meeting_point
    const pickedUp = await book(core, tour, { pickup_location: 'Hotel lobby' })
    expect(await of(pickedUp.id)).toBeNull()
    const cancelled = await book(core, tour)
    expect(await of(cancelled.id)).toEqual(shown)
    await api(admin).admin.cancel({ bookingId: cancelled.id, reason: 'Bad weather' })
    expect(await of(cancelled.id)).toBeNull()
  })

  it('has a place, coordinates or both, and is null for an item that names neither', async () => {
    const of = async (details: object) => {
      const { id: bookingId } = await book(core, await addService(core, 'tour', { ...details }))
      return (await api(admin).admin.get({ bookingId })).meeting_point
    }
    expect(await of({ ...meeting, meeting_coordinates: '' })).toEqual({ ...shown, coordinates: null })
    expect(await of({ ...meeting, meeting_point: '' })).toEqual({ ...shown, place: null })
    expect(await of({})).toBeNull()
  })
})
