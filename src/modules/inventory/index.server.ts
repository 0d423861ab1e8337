/**
 * Inventory, on the server. Owns: the table of departures, what is taken on each. Does not own: schedules (part of the
 * item), bookings (the booking room stores what each of them holds). Invariants: a departure is never sold above its
 * capacity; every way to take or free places goes through `takePlaces` and `freePlaces`, in the transaction of the
 * booking. Lock order: idempotency key, booking, promo code, visitor, departures by day and time.
 */
export { addDeparture, removeDeparture } from './add-departure.server.ts'
export { readAvailability } from './availability.server.ts'
export { blockDates, unblockDates } from './blocked-dates.server.ts'
export { changeDeparture } from './change-departure.server.ts'
export { changeDepartures } from './change-departures.server.ts'
export { closeCancelled } from './close-departure.server.ts'
export { daysAheadJobs, daysAheadSchedule, refreshDaysAhead, renewDaysAhead } from './days-ahead.server.ts'
export { findTrip } from './find-trip.server.ts'
export { implementInventory } from './http.server.ts'
export {
  findServiceOnSale,
  listScheduledStarts,
  listServicesOnSale,
  type OnSaleFilter,
  type ServiceOnSale,
} from './on-sale.server.ts'
export {
  type DepartureDifference,
  type DepartureKey,
  findDifferingDepartures,
  freePlaces,
  isLockedBefore,
  readTaken,
  takePlaces,
} from './places.server.ts'
export { type FoundDeparture, readDeparture } from './read-departure.server.ts'
export { readSoldDeparture, type SoldDeparture } from './sold-departure.server.ts'
export { changingDepartures } from './stored-departure.server.ts'
