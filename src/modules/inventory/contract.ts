import * as z from 'zod'
import { chosenDay, localDate, localTime, moneySchema, procedure } from '../../kernel/contract.ts'
import { daysBetween } from '../../kernel/dates.ts'
import { travelModes } from './rules/trip.ts'
import { staffContract } from './staff-contract.ts'
import { text } from './text.ts'
import { waitingContract } from './waiting/contract.ts'

export type { departureExceptions } from './staff-contract.ts'
export type { waitingView } from './waiting/contract.ts'

const maxDays = 62
const state = z.enum(['open', 'few', 'sold_out', 'closed', 'past'])
const trip = {
  /** A group's return date. */
  return_date: localDate.nullable(),
  /** How it travels. */
  travel_mode: z.enum(travelModes).nullable(),
  /** Company and flight number, as text. */
  carrier: z.string().nullable(),
}
const departure = z.object({
  time: localTime.nullable(),
  /** Any time within them can be chosen; `time` is null then. */
  hours: z.object({ from: localTime, to: localTime }).nullable(),
  state,
  /** Why it is not on sale. */
  reason: z.enum(['started', 'cut_off', 'closed', 'out_of_season', 'unscheduled', 'full']).nullable(),
  /** The places left, when they are few. */
  left: z.int().nullable(),
  from: moneySchema,
  /** Price fields of the item that differ on this departure, in minor units. */
  prices: z.record(z.string(), z.int()).nullable(),
  ...trip,
})
const day = z.object({
  date: localDate,
  state,
  /** The lowest price on sale that day. */
  from: moneySchema.nullable(),
  departures: z.array(departure),
})
/** A departure that was added by hand, such as a group's. */
const groupDeparture = departure.extend({ date: localDate, nights: z.int().nullable() })
export const groupDepartures = z.object({ timeZone: z.string(), departures: z.array(groupDeparture) })

export const availability = z.object({ timeZone: z.string(), days: z.array(day) })

export const availabilityInput = z
  .strictObject({ kind: z.string(), idOrSlug: z.string().max(120), from: chosenDay, to: chosenDay })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < maxDays, {
    path: ['to'],
    message: text('errors.range', { max: maxDays }),
  })

export const inventoryContract = {
  availability: procedure(
    'public',
    'GET /services/{kind}/{idOrSlug}/availability',
    'Days and departures of a service: state, lowest price and places left',
    { closes: true },
  )
    .input(availabilityInput)
    .output(availability),
  groups: procedure(
    'public',
    'GET /services/{kind}/{idOrSlug}/group-departures',
    'Departures of a service added by hand, such as groups with a return date; soonest first, at most 100',
    { closes: true },
  )
    .input(z.strictObject({ kind: z.string(), idOrSlug: z.string().max(120) }))
    .output(groupDepartures),
  waiting: waitingContract,
  admin: staffContract,
}
