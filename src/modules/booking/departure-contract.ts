/** One departure and everybody who travels on it. */
import * as z from 'zod'
import { chosenDay, id, instant, localDate, localTime, moneySchema, procedure } from '../../kernel/contract.ts'
import { travelModes } from '../inventory/index.ts'
import { bookingStatuses } from './rules/states.ts'
import { tripFact } from './view-contract.ts'

const counts = { adults: z.int(), children: z.int(), infants: z.int() }
const prices = z.record(z.string(), z.int()).nullable()

export const departureParty = z.object({
  id,
  booking_reference: z.string(),
  booking_status: z.enum(bookingStatuses),
  /** Of services with opening hours, everybody chooses a time. */
  travel_time: localTime.nullable(),
  /** 'return': the return leg of a return trip. */
  leg: z.enum(['outbound', 'return']),
  customer_name: z.string(),
  customer_phone: z.string().nullable(),
  ...counts,
  places: z.int(),
  selected_language: z.string().nullable(),
  pickup_location: z.string().nullable(),
  /** What the kind says about the trip, such as drop-off and flight of a transfer. */
  trip_facts: z.array(tripFact),
  special_requests: z.string().nullable(),
  /** The amount due; null: nothing. */
  to_collect: moneySchema.nullable(),
  misses_documents: z.boolean(),
  /** How many of them were checked in. */
  arrived: z.int(),
  /** Empty where no names were collected. */
  travellers: z.array(z.string()),
})

/** How far the bookings of a cancelled departure are settled. */
export const cancellationProgress = z.object({
  at: instant,
  by: z.string(),
  reason: z.string(),
  waiting: z.int(),
  cancelled: z.int(),
  kept: z.int(),
  /** Kept because a payment proof waits for staff. */
  by_hand: z.int(),
  /** Had ended or moved to another departure before. */
  closed: z.int(),
  moved: z.int(),
  /** Bookings whose choice could not be carried out, with the reason. */
  stuck: z.array(
    z.object({ booking_id: id, booking_reference: z.string(), customer_name: z.string(), problem: z.string() }),
  ),
})
export type CancellationProgress = z.output<typeof cancellationProgress>

export const departurePage = z.object({
  service_id: id,
  service_type: z.string(),
  service_title: z.string(),
  currency: z.string(),
  /** Null: it has neither bookings nor exceptions. */
  departure_id: id.nullable(),
  version: z.int(),
  date: localDate,
  time: localTime.nullable(),
  hours: z.object({ from: localTime, to: localTime }).nullable(),
  return_date: localDate.nullable(),
  /** How it travels. */
  travel_mode: z.enum(travelModes).nullable(),
  /** Company and flight number, as text. */
  carrier: z.string().nullable(),
  /** Sale ends this many hours before the start; null: as the schedule and the agency say. */
  cut_off_hours: z.int().nullable(),
  state: z.enum(['open', 'few', 'sold_out', 'closed', 'past']),
  /** It has started, so it can no longer be changed. */
  has_started: z.boolean(),
  is_closed: z.boolean(),
  is_added: z.boolean(),
  /** Why nothing is sold that day; null: the day is not blocked. */
  blocked_reason: z.string().nullable(),
  is_whole_day: z.boolean(),
  is_overbooked: z.boolean(),
  /** Null: free sale. */
  capacity: z.int().nullable(),
  taken: z.int(),
  /** The part of `taken` held by unpaid bookings. */
  held: z.int(),
  /** Places freed when the hold of unpaid bookings ended; taken again if the customers pay. */
  released: z.int(),
  note: z.string().nullable(),
  guide: z.string().nullable(),
  /** What staff have set for this departure; null: as the schedule says. */
  own: z.object({ capacity: z.int().nullable(), prices }),
  scheduled_capacity: z.int().nullable(),
  /** The item is sold on group departures only. */
  is_group_only: z.boolean(),
  price_fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** What it costs without a price of this departure; null: not offered. */
      usual: z.int().nullable(),
    }),
  ),
  ...counts,
  /** People who were checked in. */
  arrived: z.int(),
  parties: z.array(departureParty),
  /** Not all bookings are listed. */
  has_more: z.boolean(),
  /** Its last cancellation by staff, or null. */
  cancellation: cancellationProgress.nullable(),
})
export type DeparturePage = z.output<typeof departurePage>

export const departurePageInput = z.strictObject({
  service_id: id,
  date: chosenDay,
  /** Left out for opening hours and whole days. */
  time: localTime.optional(),
})

export const departureProcedure = procedure(
  'staff:bookings',
  'GET /admin/services/{service_id}/departures/{date}',
  'One departure: its places, prices, guide and note, and everybody who travels on it',
)
  .input(departurePageInput)
  .output(departurePage)
