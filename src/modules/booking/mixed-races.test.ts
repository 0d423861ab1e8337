import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testCore } from '../../../tests/support/database.ts'
import { decideStatus } from './index.server.ts'
import type { BookingRecord } from './tables.server.ts'
import { addUsers, admin } from './testing/fixtures.ts'
import {
  bookTour,
  days,
  faultsOf,
  findOfferToken,
  joinTour,
  keepRide,
  mixedWorld,
  moveRide,
  paidRide,
  payMove,
  refusalCode,
  sweepOffers,
  times,
} from './testing/mixed-world.ts'

const [first, second, third, dearer] = days
const [morning, afternoon] = times
const at = (date: string, time: string) => ({ date, time })

/** Eight trips, a sold-out tour that people wait for, and then 64 clients at once who want the same places and vans. */
it('64 clients that sell, move, pay, cancel and wait at once share no van and oversell nothing', async () => {
  const core = await testCore()
  await addUsers(core)
  const world = await mixedWorld(core, { capacity: 8, vans: 9 })
  const trips: BookingRecord[] = []
  for (let n = 0; n < 8; n++) trips.push(await paidRide(world, at(first, morning), at(second, afternoon)))
  const [tour] = await Promise.all([
    bookTour(world, second),
    ...Array.from({ length: 7 }, () => bookTour(world, second)),
  ])
  for (let n = 0; n < 4; n++) await joinTour(world, second)
  const charged = trips.slice(0, 3)
  for (const { id } of charged)
    await moveRide(world, { ...stays(id), return_leg_date: dearer, return_leg_time: afternoon }, 'charge')

  const clients = Array.from({ length: 64 }, (_, n) => async () => {
    const trip = trips[n % trips.length]!
    const prepared = charged[n % charged.length]!
    switch (n % 8) {
      case 0:
        return paidRide(world, at(second, morning), at(third, afternoon))
      case 1:
        return moveRide(world, { ...stays(trip.id), return_leg_date: third, return_leg_time: afternoon }, 'waive')
      case 2:
        return moveRide(world, { bookingId: trip.id, travel_date: first, travel_time: afternoon }, 'waive')
      case 3:
        return payMove(world, prepared.id)
      case 4:
        return n === 4 ? decideStatus(core, admin, tour.id, 'cancel') : sweepOffers(world)
      case 5:
        return n === 5 ? keepRide(core, prepared.id) : paidRide(world, at(third, morning), at(dearer, afternoon))
      case 6:
        return n === 6 ? decideStatus(core, admin, trips[7]!.id, 'cancel') : bookTour(world, third)
      default:
        return moveRide(world, { ...stays(trip.id), return_leg_date: dearer, return_leg_time: afternoon }, 'charge')
    }
  })
  const codes = await Promise.all(clients.map((client) => refusalCode(client())))
  expect(codes.filter((code) => code === null).length).toBeGreaterThan(10)
  expect(codes.filter((code) => code === 'booking/slot-full').length).toBeGreaterThan(0)
  expect(await faultsOf(world)).toEqual([])
  await sweepOffers(world)
  const offer = await findOfferToken(world)
  expect(await refusalCode(bookTour(world, offer?.date ?? '', offer?.token))).toBeNull()
  expect(await faultsOf(world)).toEqual([])
  // The control: what one lost update would leave behind is found.
  await sql`update departures set taken = taken + 1 where id = ${trips[0]!.departure_id}`.execute(core.db)
  expect(await faultsOf(world)).toHaveLength(1)
})

const stays = (bookingId: string) => ({ bookingId, travel_date: first, travel_time: morning })
