/** Each leg of a booking is checked in like a booking of its own departure. Pure. */
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import type { Leg } from '../../../services/trip.ts'

interface BookedLegs {
  readonly departure_id: string | null
  readonly travel_date: LocalDate | null
  readonly travel_time: LocalTime | null
  readonly return_leg_departure_id: string | null
  readonly return_leg_date: LocalDate | null
  readonly return_leg_time: LocalTime | null
}

/** The booking with the departure, day and time of one leg; null if it has no such leg. */
export function onLeg<Booking extends BookedLegs>(booking: Booking, leg: Leg): Booking | null {
  if (leg === 'outbound') return booking
  const { return_leg_departure_id: departure_id, return_leg_date: travel_date, return_leg_time: travel_time } = booking
  return departure_id === null ? null : { ...booking, departure_id, travel_date, travel_time }
}

/** The legs that a voucher stands for on a day: today's, or else the next one. The first is the earlier one. */
export function legsOfVoucher(booking: BookedLegs, today: LocalDate): readonly Leg[] {
  const { travel_date: there, return_leg_date: back } = booking
  if (back === null || there === null) return ['outbound']
  if (there === today && back === today) return ['outbound', 'return']
  return [there < today ? 'return' : 'outbound']
}
