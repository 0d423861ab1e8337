/**
 * Inventory, for pages: which departures of a service exist and what is left of them. Owns: departures and the rules
 * that compute them from schedules. Does not own: the schedules (part of the item, services), bookings. Invariant: the
 * same pure rule answers in the shop, in the back office and where places are taken.
 */

export type { InventoryRefusal } from './refusals.ts'
export { isTimeBusy, type ResourceState, type UnitsLeft, unitsLeftOf } from './resources/busy.ts'
export { type ResourceType, resourceTypes } from './resources/types.ts'
export { type Leg, usesOf } from './resources/windows.ts'
export {
  type BlockedRange,
  byStart,
  type Departure,
  type DepartureException,
  type DepartureRange,
  type DepartureReason,
  type DepartureRow,
  type DepartureState,
  departuresOn,
  findDeparture,
  type SaleTerms,
} from './rules/departures.ts'
export { type HeldStart, leftBehind } from './rules/left-behind.ts'
export { type Offered, offerOfWeek, type WeekOffer, weekOf } from './rules/offered.ts'
export { pricedOn } from './rules/prices.ts'
export { schedulesOf } from './rules/seasons.ts'
export { isOnTime, isWithin, lastDayOnSale, lastStartAt } from './rules/starts.ts'
export { type TravelMode, type Trip, travelModes, tripOnWire, unknownTrip } from './rules/trip.ts'
