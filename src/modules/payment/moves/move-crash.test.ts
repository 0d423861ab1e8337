import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { issueBookingToken, moveBooking, provePlaces } from '../../booking/index.server.ts'
import { addService, admin, book, visitor } from '../../booking/testing/fixtures.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { proveLedger, receiveWebhook, recordArrivalPayment } from '../index.server.ts'
import { atEveryStep, crashAfter } from '../testing/crash.ts'
import { paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

const [cheaper, dearer] = ['2026-12-07', '2026-12-08']
let world: World
let tour: CatalogueService
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
  const terms = { cancellation_terms: [{ days: 1, percent: 100 }] }
  tour = await addService(world, 'tour', { time_slots: ['10:00'], slot_capacity: 900, ...terms })
  const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
  for (const [date, price_adult] of [
    [cheaper, 8_000],
    [dearer, 13_000],
  ] as const)
    await changeDeparture(world, admin, {
      service_id: tour.id,
      date,
      time: '10:00',
      ...change,
      prices: { price_adult },
    })
})

let keys = 0
async function paid() {
  const record = await book(world, tour, {}, admin)
  await recordArrivalPayment(world, admin, { bookingId: record.id, reason: 'At the desk' })
  return { bookingId: record.id, token: issueBookingToken(world, record), key: `crash-of-move-${++keys}` }
}
type Paid = Awaited<ReturnType<typeof paid>>
const moveTo = (deps: World, { bookingId, key }: Paid, travel_date: string) => {
  const request = { bookingId, travel_date, travel_time: '10:00', idempotencyKey: key }
  return moveBooking({ ...deps, payments: movePayments(deps) }, visitor, request)
}
const expectProofs = async () => expect([await provePlaces(world.db), await proveLedger(world.db)]).toEqual([[], []])
const eventsOf = async ({ bookingId }: Paid) => (await world.events(bookingId)).slice(2)

describe('a crash after any statement', () => {
  it('of a move loses and doubles neither places nor money', async () => {
    const steps = await atEveryStep(world, {
      prepare: paid,
      work: (deps, held) => moveTo(deps, held, cheaper),
      between: expectProofs,
      look: async (held) => {
        expect(await world.booking(held.bookingId)).toMatchObject({
          travel_date: cheaper,
          final_minor: 16_000,
          places: 2,
        })
        const [attempt] = await world.attempts(held.bookingId)
        expect((await world.refunds(attempt!.id)).map(({ amount_minor: minor }) => minor)).toEqual([4_000])
        expect((await eventsOf(held)).filter((name) => name === 'booking.moved')).toHaveLength(1)
      },
    })
    await expectProofs()
    expect(steps).toBeGreaterThan(20)
  })

  it('of a prepared move holds its places once or not at all', async () => {
    const steps = await atEveryStep(world, {
      prepare: paid,
      work: (deps, held) => moveTo(deps, held, dearer),
      between: expectProofs,
      look: async (held) => {
        const rows = await world.db
          .selectFrom('prepared_moves')
          .selectAll()
          .where('booking_id', '=', held.bookingId)
          .execute()
        expect(rows).toMatchObject([{ places: 2, outcome: null, difference_minor: 6_000 }])
        expect(await world.booking(held.bookingId)).toMatchObject({ travel_date: '2026-12-01', places: 2 })
      },
    })
    await expectProofs()
    expect(steps).toBeGreaterThan(20)
  })

  it('of its payment completes it once, and the money counts once', async () => {
    const steps = await atEveryStep(world, {
      prepare: async () => {
        const held = await paid()
        await moveTo(world, held, dearer)
        const { attempt, orderRef } = await world.started(held)
        world.madeUp.pay(orderRef)
        const report = world.madeUp.report({ eventId: `difference-${held.key}`, attemptId: attempt.id }, world.clock())
        return { ...held, report }
      },
      work: (deps, { report }) => receiveWebhook(deps, 'made_up', report.rawBody, report.headers),
      between: expectProofs,
      look: async (held) => {
        const after = { travel_date: dearer, final_minor: 26_000, paid_minor: 26_000, places: 2 }
        expect(await world.booking(held.bookingId)).toMatchObject(after)
        expect((await eventsOf(held)).filter((name) => name === 'booking.moved')).toHaveLength(1)
      },
    })
    await expectProofs()
    expect(steps).toBeGreaterThan(15)
  })

  it('is noticed: a move that is not one transaction doubles places, the control', async () => {
    const { bookingId } = await paid()
    const broken = world.db.withPlugin(crashAfter(0))
    const onDay = (day: string) => sql`service_id = ${tour.id} and local_date = ${day}`
    const careless = async () => {
      await sql`update departures set taken = taken + 2 where ${onDay(dearer)}`.execute(broken)
      await sql`update bookings set departure_id = (select id from departures where ${onDay(dearer)})
        where id = ${bookingId}`.execute(broken)
      await sql`update departures set taken = taken - 2 where ${onDay('2026-12-01')}`.execute(broken)
    }
    await expect(careless()).rejects.toThrow('after 0 statements')
    expect(await provePlaces(world.db)).toMatchObject([{ date: dearer }])
    await sql`update departures set taken = taken - 2 where ${onDay(dearer)}`.execute(world.db)
    await expectProofs()
  })
})
