/** Check-in at a departure: only what a guide needs. */
import * as z from 'zod'
import { id, instant, localDate, localTime, moneySchema, procedure } from '../../../kernel/contract.ts'
import { bookingStatuses } from '../rules/states.ts'
import { tripFact } from '../view-contract.ts'
import { markRefusals, voucherStates } from './rules.ts'

const arrival = z.object({
  check_in_id: id,
  at: instant,
  /** The member of staff who marked it. */
  by: z.string(),
})
export type Arrival = z.output<typeof arrival>

const person = z.object({
  /** From 0: adults, then children, then infants. */
  position: z.int(),
  type: z.enum(['adult', 'child', 'infant']),
  /** Null where no names were collected. */
  name: z.string().nullable(),
  arrival: arrival.nullable(),
})
const leg = z.enum(['outbound', 'return'])
const party = z.object({
  booking_id: id,
  booking_reference: z.string(),
  booking_status: z.enum(bookingStatuses),
  /** Which leg of a return trip; each has its own arrivals. */
  leg,
  customer_name: z.string(),
  customer_phone: z.string().nullable(),
  travel_time: localTime.nullable(),
  selected_language: z.string().nullable(),
  pickup_location: z.string().nullable(),
  /** What the kind says about the trip, such as drop-off and flight of a transfer. */
  trip_facts: z.array(tripFact),
  /** The amount due; null: nothing. */
  to_collect: moneySchema.nullable(),
  people: z.array(person),
})
export type CheckInParty = z.output<typeof party>

const departure = z.object({
  departure_id: id,
  service_type: z.string(),
  service_title: z.string(),
  date: localDate,
  /** The first and the last time of its bookings; they differ within opening hours. */
  first_time: localTime.nullable(),
  last_time: localTime.nullable(),
  /** People booked, and how many have arrived. */
  people: z.int(),
  arrived: z.int(),
})
export const departuresToCheckIn = z.object({ departures: z.array(departure) })
export const departureToCheckIn = departure.extend({
  /** Only today's departures can be checked in. */
  is_today: z.boolean(),
  parties: z.array(party),
  /** Not all bookings are listed. */
  has_more: z.boolean(),
})
export type DepartureToCheckIn = z.output<typeof departureToCheckIn>

const mark = z.strictObject({
  /** Made by the device; sending it again changes nothing. */
  mark_id: id,
  booking_id: id,
  leg: leg.default('outbound'),
  position: z.int().min(0).max(1_499),
  /** By the clock of the device. */
  made_at: instant,
  /** Checked in although the booking is unpaid or unconfirmed. */
  is_confirmed: z.boolean().default(false),
})
export const marksInput = z.strictObject({ marks: z.array(mark).min(1).max(200) })
export const markResult = z.object({
  mark_id: id,
  /**
   * 'arrived': by this mark. 'already': an earlier mark counts. 'undone': this mark was undone meanwhile. All others:
   * not accepted.
   */
  outcome: z.enum(['arrived', 'already', 'undone', ...markRefusals]),
  /** The arrival that counts. */
  arrival: arrival.nullable(),
})
export type MarkResult = z.output<typeof markResult>

const voucherLeg = z.object({
  state: z.enum(voucherStates),
  travel_date: localDate.nullable(),
  departure_id: id.nullable(),
  /** Null for a guide, unless it is for today. */
  party: party.nullable(),
})
export const voucherToCheckIn = voucherLeg.extend({
  booking_reference: z.string(),
  service_title: z.string(),
  /** The return leg, if both legs are today; on another day the voucher stands for today's leg or the next one. */
  return_leg: voucherLeg.nullable(),
})
export type VoucherToCheckIn = z.output<typeof voucherToCheckIn>

const area = 'staff:check-in'
export const checkInContract = {
  departures: procedure(area, 'GET /admin/check-in/departures', "Today's departures and who has arrived").output(
    departuresToCheckIn,
  ),
  departure: procedure(
    area,
    'GET /admin/check-in/departures/{departure_id}',
    "The people of a departure; guides see today's only",
  )
    .input(z.strictObject({ departure_id: id }))
    .output(departureToCheckIn),
  voucher: procedure(
    area,
    'GET /admin/check-in/vouchers/{code}',
    "Whether a voucher is valid today; the code is its reference, or the last part of its QR code's URL",
  )
    .input(z.strictObject({ code: z.string().min(1).max(300) }))
    .output(voucherToCheckIn),
  mark: procedure(
    area,
    'POST /admin/check-in/marks',
    'Marks people as arrived. Each mark gets its own answer; the first mark of a person counts, repeats change nothing',
  )
    .input(marksInput)
    .output(z.object({ results: z.array(markResult) })),
  undo: procedure(area, 'DELETE /admin/check-in/arrivals/{check_in_id}', 'Undoes an arrival; repeats change nothing')
    .input(z.strictObject({ check_in_id: id }))
    .output(z.object({ check_in_id: id, undone_at: instant, undone_by: z.string() })),
}
