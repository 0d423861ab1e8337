import type { Queryable } from '../../platform/db/database.server.ts'
import { findTrip } from '../inventory/index.server.ts'
import type { Trip } from '../inventory/index.ts'
import type { BookingRecord } from './tables.server.ts'

export type BookedTrip = Trip

/** When and how the group of a booking travels, as it is now. One statement; none without a departure. */
export const bookedTrip = (
  q: Queryable,
  { departure_id: id }: Pick<BookingRecord, 'departure_id'>,
): Promise<BookedTrip> => findTrip(q, id)
