/**
 * Inventory, on the server. Owns: the table of departures, what is taken on each, the waiting lists. Does not own: schedules (part of the
 * item), bookings (the booking room stores what each of them holds). Invariants: a departure is never sold above its
 * capacity; every way to take or free places goes through `takePlaces` and `freePlaces`, in the transaction of the
 * booking. Lock order: idempotency key, booking, promo code, visitor, waiting entries, item, departures by day and
 * time, resources by id.
 */

export { addDeparture, removeDeparture } from './add-departure.server.ts'
export { inventoryTitles } from './audit-titles.server.ts'
export { readAvailability } from './availability.server.ts'
export { blockDates, unblockDates } from './blocked-dates.server.ts'
export { changeDeparture } from './change-departure.server.ts'
export { changeDepartures } from './change-departures.server.ts'
export { closeCancelled } from './close-departure.server.ts'
export { refreshDaysAhead, renewDaysAhead } from './days-ahead.server.ts'
export { findTrip, returnDateOfBooking } from './find-trip.server.ts'
export { implementInventory } from './http.server.ts'
export { inventoryJobs, inventorySchedule } from './jobs.server.ts'
export {
  departingKinds,
  offeredIn,
  readRecorded,
  recordOffered,
} from './offered.server.ts'
export {
  findServiceOnSale,
  type ListPosition,
  listOnSaleByTitle,
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
  lockDeparture,
  lockInOrder,
  lockWith,
  readTaken,
  takePlaces,
} from './places.server.ts'
export { type DepartureDetail, readDeparture } from './read-departure.server.ts'
export { findDifferingUses, type UseDifference } from './resources/prove-uses.server.ts'
export { type BusyResource, findBusy } from './resources/read-resources.server.ts'
export { type Holder, lockHeldDepartures, refitUses } from './resources/refit-uses.server.ts'
export { handOverUses, lockNamed } from './resources/take-uses.server.ts'
export { readSoldDeparture, type SoldDeparture } from './sold-departure.server.ts'
export { changingDepartures } from './stored-departure.server.ts'
export { bookOffer, findOffer, lockOffer, type OpenOffer } from './waiting/claim-offer.server.ts'
export { eraseWaiting, findWaitingOf, listWaitingAddresses, purgeWaiting } from './waiting/erase.server.ts'
export { joinList } from './waiting/join-list.server.ts'
export { waitingReactions } from './waiting/reactions.server.ts'
export { countWaiting, type WaitingCount } from './waiting/staff.server.ts'
