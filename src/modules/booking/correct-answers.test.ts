import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { correctAnswers } from './commands/correct-answers.server.ts'
import { saveTraveller } from './commands/save-traveller.server.ts'
import { decideStatus } from './index.server.ts'
import { answerChanges, correctionsOf, sharedPassports, travellerChanges } from './rules/answer-correction.ts'
import type { BookingRecord } from './tables.server.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  clearanceDocuments,
  codeOf,
  recordOf,
  refusalOf,
} from './testing/fixtures.ts'

let core: TestCore
let okToBoard: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  okToBoard = await addService(core, 'ok_to_board')
})
beforeEach(() => core.clock.set('2026-11-21T08:00:00Z'))

const asha = {
  ...{ full_name: 'Asha Rao', passport_number: 'Z1234567', passport_expiry: '2031-01-01' },
  ...{ date_of_birth: '1990-05-17', tentative_arrival_date: '2026-12-10', tentative_departure_date: '2026-12-20' },
}
const ben = { ...asha, full_name: 'Ben Rao', passport_number: 'C7654321' }
async function visaForTwo(): Promise<BookingRecord> {
  const visa = await addService(core, 'visa')
  const none = { travel_date: null, travel_time: null }
  const { id } = await book(core, visa, { ...none, details: { booking_option: 'pay_now' } })
  for (const [position, traveller] of [asha, ben].entries())
    await saveTraveller(core, admin, { bookingId: id, position, traveller })
  return recordOf(core, id)
}
type Change = Partial<Omit<Parameters<typeof correctAnswers>[2], 'bookingId'>>
const correct = ({ id, version }: BookingRecord, change: Change) => {
  const input = { bookingId: id, version, answers: {}, travellers: [], is_confirmed: false, tell_customer: false }
  return correctAnswers(core, admin, { ...input, ...change })
}
const namesOf = async (bookingId: string) =>
  core.db
    .selectFrom('booking_travelers')
    .select(['position', 'first_name', 'last_name', 'passport_number'])
    .where('booking_id', '=', bookingId)
    .orderBy('position')
    .execute()
const eventsOf = async (bookingId: string) => {
  const rows = await core.db.selectFrom('events').select('payload').where('name', '=', 'booking.corrected').execute()
  return rows.map(({ payload }) => payload as { bookingId: string }).filter((each) => each.bookingId === bookingId)
}
const auditOf = (bookingId: string) =>
  core.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'booking.corrected')
    .where('subject_id', '=', bookingId)
    .execute()
const pathsOf = async (work: Promise<unknown>) => (await refusalOf(work)).errors.map(({ path }) => path)

describe('a corrected traveller', () => {
  it('is stored, with old and new values in history and audit, and keeps price and state', async () => {
    const before = await visaForTwo()
    const traveller = { ...ben, full_name: 'Benjamin Rao', passport_number: 'c 7654322' }
    const view = await correct(before, { travellers: [{ position: 1, traveller }] })
    expect(await namesOf(before.id)).toMatchObject([
      { first_name: 'Asha', passport_number: 'Z1234567' },
      { first_name: 'Benjamin', last_name: 'Rao', passport_number: 'C7654322' },
    ])
    expect(view.history.at(-1)).toMatchObject({
      ...{ event: 'details-corrected', actorName: 'Asma Khan' },
      data: {
        traveller_2_full_name: 'Ben Rao → Benjamin Rao',
        traveller_2_passport_number: 'C7654321 → C7654322',
      },
    })
    expect(await auditOf(before.id)).toEqual([
      {
        before: { corrected: { traveller_2_full_name: 'Ben Rao', traveller_2_passport_number: 'C7654321' } },
        after: { corrected: { traveller_2_full_name: 'Benjamin Rao', traveller_2_passport_number: 'C7654322' } },
      },
    ])
    const { final_minor, booking_status, version } = await recordOf(core, before.id)
    expect([final_minor, booking_status]).toEqual([before.final_minor, before.booking_status])
    expect(version).toBeGreaterThan(before.version)
  })

  it('is checked by the rules of the kind, with errors at its fields', async () => {
    const booking = await visaForTwo()
    const save = (position: number, traveller: object) =>
      pathsOf(correct(booking, { travellers: [{ position, traveller: { ...ben, ...traveller } }] }))
    expect(await save(1, { full_name: 'Ag3nt' })).toEqual(['travellers.1.full_name'])
    expect(await save(1, { date_of_birth: '2020-01-01' })).toEqual(['travellers.1.date_of_birth'])
    expect(await save(1, { passport_number: 'z1234567' })).toEqual(['travellers.1.passport_number'])
    expect(await save(1, { salary: 5 })).toEqual(['travellers.1.salary'])
    const nobody = { travellers: [{ position: 2, traveller: ben }] }
    expect(await codeOf(correct(booking, nobody))).toBe('booking/not-found')
    expect(await recordOf(core, booking.id)).toEqual(booking)
  })

  it('may swap passport numbers with another one in the same change', async () => {
    const booking = await visaForTwo()
    const travellers = [
      { position: 0, traveller: { ...asha, passport_number: ben.passport_number } },
      { position: 1, traveller: { ...ben, passport_number: asha.passport_number } },
    ]
    await correct(booking, { travellers })
    expect((await namesOf(booking.id)).map(({ passport_number }) => passport_number)).toEqual(['C7654321', 'Z1234567'])
  })

  it('is confirmed first where the application was submitted', async () => {
    const booking = await visaForTwo()
    const entry = { booking_id: booking.id, event: 'case-submitted', actor: 'admin' } as const
    await core.db.insertInto('booking_history').values(entry).execute()
    const travellers = [{ position: 0, traveller: { ...asha, full_name: 'Asha Roa' } }]
    expect(await codeOf(correct(booking, { travellers }))).toBe('booking/already-submitted')
    expect((await namesOf(booking.id))[0]).toMatchObject({ last_name: 'Rao' })
    await correct(booking, { travellers, is_confirmed: true })
    expect((await namesOf(booking.id))[0]).toMatchObject({ last_name: 'Roa' })
  })

  it('is mailed to the customer if staff choose, without passport numbers and dates', async () => {
    const booking = await visaForTwo()
    const travellers = [{ position: 0, traveller: { ...asha, full_name: 'Asha Roa', passport_number: 'Z7654321' } }]
    await correct(booking, { travellers })
    expect(await eventsOf(booking.id)).toEqual([])
    const again = [{ position: 0, traveller: { ...asha, full_name: 'Asha Rao', passport_number: 'Z1234567' } }]
    await correct(await recordOf(core, booking.id), { travellers: again, tell_customer: true })
    const [event] = await eventsOf(booking.id)
    expect(JSON.stringify(event)).toContain('Asha Roa → Asha Rao')
    expect(JSON.stringify(event)).not.toMatch(/Z7654321|Z1234567/)
  })
})

describe('corrected answers', () => {
  const clearance = async () => {
    const details = {
      ...{ passenger_name: 'Asha Rao', passport_number: 'Z1234567', nationality: 'IN' },
      ...{ flight_number: 'EK 512', airline: 'Emirates', pnr: 'ABC123' },
    }
    const documents = await clearanceDocuments(core)
    return book(core, okToBoard, { adults_count: 1, travel_time: null, details, documents })
  }

  it('are stored, and the customer who is the passenger has the new name', async () => {
    const booking = await clearance()
    await correct(booking, { answers: { passenger_name: 'Asha Rao Nair', pnr: '' } })
    const after = await recordOf(core, booking.id)
    expect(after.customer_name).toBe('Asha Rao Nair')
    expect(after.details).toMatchObject({ passenger_name: 'Asha Rao Nair', pnr: '', airline: 'Emirates' })
    expect((await auditOf(booking.id))[0]?.after).toEqual({
      corrected: { passenger_name: 'Asha Rao Nair', customer_name: 'Asha Rao Nair', pnr: null },
    })
  })

  it('are refused at their field', async () => {
    const booking = await clearance()
    expect(await pathsOf(correct(booking, { answers: { flight_number: ' ' } }))).toEqual(['details.flight_number'])
    expect(await pathsOf(correct(booking, { answers: { seat: '12A' } }))).toEqual(['details.seat'])
    expect(await pathsOf(correct(booking, { answers: { passport_number: '1' } }))).toEqual(['details.passport_number'])
  })

  it('of a return trip keep its legs; one that adds or removes a leg is refused', async () => {
    const ride = await addService(core, 'transfer', { offers_return: true })
    const back = { return_trip: true, return_trip_date: '2026-12-05', return_trip_time: '18:00' }
    const details = { dropoff_location: 'Hotel Sea', ...back }
    const booking = await book(core, ride, { pickup_location: 'Dubai Airport', details })
    await correct(booking, { answers: { dropoff_location: 'Hotel Sky', flight_number: 'EK 512' } })
    const after = await recordOf(core, booking.id)
    expect(after).toMatchObject({
      ...{ details: { dropoff_location: 'Hotel Sky', return_trip: true }, return_leg_date: '2026-12-05' },
      final_minor: booking.final_minor,
    })
    expect(after.details).not.toHaveProperty('return_trip_date')
    expect(await pathsOf(correct(after, { answers: { return_trip: false } }))).toEqual(['details.return_trip'])
  })

  it('that change the price are refused at their field', async () => {
    const nationality_rules = [
      { nationalities: ['IN'], price: 12_000 },
      { nationalities: ['GB'], price: 8_000 },
    ]
    const visa = await addService(core, 'visa', { nationality_rules })
    const none = { travel_date: null, travel_time: null }
    const booking = await book(core, visa, { ...none, details: { booking_option: 'pay_now', nationality: 'IN' } })
    expect(await pathsOf(correct(booking, { answers: { nationality: 'GB' } }))).toEqual(['details.nationality'])
  })

  it('are refused for a cancelled booking and one that has changed since, and stored once when raced', async () => {
    const booking = await clearance()
    const both = await Promise.allSettled(['XYZ111', 'XYZ222'].map((pnr) => correct(booking, { answers: { pnr } })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codeOf(correct(booking, { answers: { pnr: 'XYZ333' } }))).toBe('booking/changed')
    await decideStatus(core, admin, booking.id, 'cancel')
    const cancelled = await recordOf(core, booking.id)
    expect(await codeOf(correct(cancelled, { answers: { pnr: 'XYZ333' } }))).toBe('booking/closed')
  })

  it('that say the same are not recorded', async () => {
    const booking = await clearance()
    await correct(booking, { answers: { pnr: 'ABC123' }, tell_customer: true })
    expect((await recordOf(core, booking.id)).version).toBe(booking.version)
    expect(await eventsOf(booking.id)).toEqual([])
  })
})

describe('the rules of corrected answers', () => {
  it('an empty answer equals a missing one', () => {
    expect(answerChanges({ a: '', b: 'x' }, { b: 'y', c: null }, []).map(({ key }) => key)).toEqual(['b'])
  })
  it('a new traveller differs in every given field', () => {
    const input = { traveler_type: 'adult', full_name: 'Asha Rao', passport_number: 'Z1234567' } as const
    expect(travellerChanges(undefined, input, 2).map(({ key, from }) => [key, from])).toEqual([
      ['traveller_3_full_name', null],
      ['traveller_3_passport_number', null],
    ])
  })
  it('a shared passport number is reported once, at the one that changes', () => {
    const at = (changing: readonly number[]) => sharedPassports(['A12345', 'B12345', 'a 12345'], changing)
    expect(at([2]).map(({ path }) => path)).toEqual(['travellers.2.passport_number'])
    expect(at([1])).toEqual([])
  })
  it('a sensitive value is not said', () => {
    const changes = answerChanges({ passport_number: 'A12345' }, { passport_number: 'B12345' }, [])
    expect(JSON.stringify(correctionsOf(changes))).not.toContain('12345')
  })
})
