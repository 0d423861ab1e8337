import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { correctBooking } from './commands/correct-booking.server.ts'
import { decideStatus } from './index.server.ts'
import { correctionInWords, correctionsOf, wordsOfCorrection } from './rules/correction.ts'
import type { BookingRecord } from './tables.server.ts'
import { addService, addUsers, admin, book, codeOf, recordOf, refusalOf } from './testing/fixtures.ts'

let core: TestCore
let tour: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  tour = await addService(core, 'tour', { has_pickup: true })
})
beforeEach(() => core.clock.set('2026-11-21T08:00:00Z'))

const pickup = { pickup_location: 'Rove Downtown' }
const asStored = (booking: BookingRecord) => ({
  customer_name: booking.customer_name,
  customer_email: booking.customer_email,
  customer_phone: booking.customer_phone ?? '',
  selected_language: booking.selected_language ?? '',
  pickup_location: booking.pickup_location ?? '',
  special_requests: booking.special_requests ?? '',
})
const correct = (booking: BookingRecord, change: Partial<ReturnType<typeof asStored>>, more: object = {}) => {
  const input = { bookingId: booking.id, version: booking.version, tell_customer: false, ...asStored(booking) }
  return correctBooking(core, admin, { ...input, ...change, ...more })
}
const events = (bookingId: string) =>
  core.db
    .selectFrom('events')
    .select(['name', 'payload'])
    .where('name', '=', 'booking.corrected')
    .execute()
    .then((rows) => rows.filter(({ payload }) => (payload as { bookingId: string }).bookingId === bookingId))

describe('a correction', () => {
  it('stores what was changed and nothing else, with old and new values in history and audit', async () => {
    const before = await book(core, tour, pickup)
    const view = await correct(before, {
      customer_name: ' Asha Rao Nair ',
      customer_phone: '050 123 4567',
      special_requests: 'Vegetarian',
    })
    const after = await recordOf(core, before.id)
    const { updated_at: _, search_person: searchPerson, ...stays } = before
    expect([searchPerson, after.search_person].map((words) => words?.includes('nair'))).toEqual([false, true])
    expect(after).toMatchObject({
      ...stays,
      ...{ customer_name: 'Asha Rao Nair', customer_phone: '+971501234567', special_requests: 'Vegetarian' },
      version: before.version + 1,
    })
    expect(view.history.at(-1)).toMatchObject({
      ...{ event: 'details-corrected', actorName: 'Asma Khan' },
      data: {
        customer_name: 'Asha Rao → Asha Rao Nair',
        customer_phone: '+919876543210 → +971501234567',
        special_requests: '– → Vegetarian',
      },
    })
    const audit = await core.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'booking.corrected')
      .where('subject_id', '=', before.id)
      .execute()
    expect(audit).toEqual([
      {
        before: { customer_name: 'Asha Rao', customer_phone: '+919876543210', special_requests: null },
        after: { customer_name: 'Asha Rao Nair', customer_phone: '+971501234567', special_requests: 'Vegetarian' },
      },
    ])
  })

  it('tells the customer only if staff choose', async () => {
    const booking = await book(core, tour, pickup)
    await correct(booking, { pickup_location: 'Hotel A' })
    expect(await events(booking.id)).toEqual([])
    await correct(await recordOf(core, booking.id), { pickup_location: 'Hotel B' }, { tell_customer: true })
    const corrections = [{ field: 'pickup_location', change: 'Hotel A → Hotel B' }]
    expect(await events(booking.id)).toEqual([
      { name: 'booking.corrected', payload: { bookingId: booking.id, corrections } },
    ])
  })

  it('that changes nothing is not recorded', async () => {
    const booking = await book(core, tour, pickup)
    await correct(booking, {}, { tell_customer: true })
    expect((await recordOf(core, booking.id)).version).toBe(booking.version)
    expect(await events(booking.id)).toEqual([])
  })

  it('is refused at its field', async () => {
    const booking = await book(core, tour, pickup)
    const paths = async (change: Parameters<typeof correct>[1]) =>
      (await refusalOf(correct(booking, change))).errors.map(({ path }) => path)
    expect(await paths({ customer_name: ' ' })).toEqual(['customer_name'])
    expect(await paths({ customer_name: 'Win at www.evil.example' })).toEqual(['customer_name'])
    expect(await paths({ customer_email: 'asha@' })).toEqual(['customer_email'])
    expect(await paths({ customer_phone: '12' })).toEqual(['customer_phone'])
    // With a pickup, a phone number is required.
    expect(await paths({ customer_phone: '' })).toEqual(['customer_phone'])
    expect(await recordOf(core, booking.id)).toEqual(booking)
  })

  it('of a field is not refused for another that was booked before its rule', async () => {
    const booking = await book(core, tour, pickup)
    await core.db.updateTable('bookings').set({ customer_phone: null }).where('id', '=', booking.id).execute()
    const old = await recordOf(core, booking.id)
    await correct(old, { special_requests: 'Window seat' })
    expect((await recordOf(core, booking.id)).special_requests).toBe('Window seat')
  })

  it('follows the rules of the kind: no pickup where none is offered', async () => {
    const meeting = await addService(core, 'tour')
    const booking = await book(core, meeting)
    const refusal = await refusalOf(correct(booking, { pickup_location: 'Rove Downtown' }))
    expect(refusal.errors.map(({ path }) => path)).toEqual(['pickup_location'])
  })

  it('is refused for a cancelled booking, one that has changed since, and one that does not exist', async () => {
    const booking = await book(core, tour, pickup)
    expect(await codeOf(correct(booking, pickup, { version: booking.version - 1 }))).toBe('booking/changed')
    await decideStatus(core, admin, booking.id, 'cancel')
    const cancelled = await recordOf(core, booking.id)
    expect(await codeOf(correct(cancelled, { customer_name: 'Ben Roy' }))).toBe('booking/closed')
    const nobody = { bookingId: '01900000-0000-7000-8000-000000000000' }
    expect(await codeOf(correct(cancelled, {}, nobody))).toBe('booking/not-found')
  })

  it('made twice at the same time is stored once', async () => {
    const booking = await book(core, tour, pickup)
    const both = await Promise.allSettled([
      correct(booking, { pickup_location: 'Hotel A' }),
      correct(booking, { pickup_location: 'Hotel B' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await recordOf(core, booking.id)).version).toBe(booking.version + 1)
  })
})

describe('corrections in words', () => {
  const before = { ...asStored({} as BookingRecord), language: null }
  it('name the fields that differ, in the order of the form', () => {
    const after = { ...before, special_requests: 'Vegan', customer_name: 'Asha' }
    expect(correctionsOf(before, after).map(({ field }) => field)).toEqual(['customer_name', 'special_requests'])
  })

  it('give their words back, for an erasure', () => {
    expect(correctionInWords({ from: null, to: 'Asha' })).toBe('– → Asha')
    expect(correctionInWords({ field: 'language', from: null, to: 'ar-XB' })).toBe('– → Ĥšíļĝñé')
    expect(wordsOfCorrection('Asha → Asha Rao')).toEqual(['Asha', 'Asha Rao'])
    expect(wordsOfCorrection('– → Asha')).toEqual(['Asha'])
  })
})
