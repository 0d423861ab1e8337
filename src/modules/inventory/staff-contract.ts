/** What staff change on single departures. */
import * as z from 'zod'
import { chosenDay, id, instant, line, localDate, localTime, procedure, text } from '../../kernel/contract.ts'
import { daysBetween } from '../../kernel/dates.ts'
import { maxResources, maxUseMinutes } from '../../services/shared/stored-resources.ts'
import { resourcesContract } from './resources/contract.ts'
import { travelModes } from './rules/trip.ts'
import { text as message } from './text.ts'
import { staffWaitingContract } from './waiting/contract.ts'

const places = z.int().min(0).max(100_000)
/** Price fields of the kind in minor units; a field that is left out costs what the item says. */
const prices = z
  .record(z.string().max(60), z.int().min(0).max(1_000_000_000_000))
  .refine((each) => Object.keys(each).length <= 20)

const ofDeparture = {
  /** Empty: as the schedule says. */
  capacity: places.nullable(),
  /** Null: as the schedule says, or else the item. */
  prices: prices.nullable(),
  note: text(2_000).nullable(),
  guide: line(200).nullable(),
  /** A group's return date. */
  return_date: chosenDay.nullable().default(null),
  /** How it travels. */
  travel_mode: z.enum(travelModes).nullish(),
  /** Company and number: 'Saudia SV 773, back SV 772'. */
  carrier: line(200).nullish(),
  /** Sale ends this many hours before the start; the agency's cut-off still counts. Null: as the schedule says. */
  cut_off_hours: z.int().min(0).max(8760).nullish(),
}
const key = {
  service_id: id,
  date: chosenDay,
  /** Null: opening hours and whole days. */
  time: localTime.nullable().default(null),
}
export const departureChange = z.strictObject({
  ...key,
  ...ofDeparture,
  version: z.int().min(1),
  is_closed: z.boolean(),
})
export const departureAddition = z.strictObject({ ...key, ...ofDeparture })

const maxDays = 366
const inOrder = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  from <= to && daysBetween(from, to) < maxDays
const outOfOrder = { path: ['to'], message: message('errors.range', { max: maxDays }) }
export const departuresChange = z
  .strictObject({
    service_id: id,
    from: chosenDay,
    to: chosenDay,
    /** Null: every departure of these days. */
    time: localTime.nullable().default(null),
    /** `close` needs a time: whole days are blocked. */
    change: z.enum(['close', 'open', 'places', 'prices', 'guide', 'note']),
    /** Of `places`; null: as scheduled. */
    capacity: places.nullable().default(null),
    /** Of `prices`: all that differ; null: as scheduled. */
    prices: prices.nullable().default(null),
    /** Of `guide`; null: none. */
    guide: line(200).nullish(),
    /** Of `note`; null: none. */
    note: text(2_000).nullish(),
    /** Why, for colleagues; needed to close. */
    reason: line(500),
  })
  .refine(inOrder, outOfOrder)
  .refine(({ change, time }) => change !== 'close' || time !== null, {
    path: ['time'],
    message: message('errors.closeTime'),
  })
  .refine(({ change, reason }) => change !== 'close' || reason !== '', {
    path: ['reason'],
    message: message('errors.reason'),
  })

export const datesBlock = z
  .strictObject({
    service_id: id.nullable(),
    from: chosenDay,
    to: chosenDay,
    reason: line(500).refine((reason) => reason !== '', message('errors.reason')),
  })
  .refine(inOrder, outOfOrder)
export const blockedDates = z.array(
  z.object({
    id,
    service_id: id.nullable(),
    from: localDate,
    to: localDate,
    reason: z.string(),
    /** Null: the whole agency. */
    service_title: z.string().nullable(),
  }),
)

/** What differs from the schedules of an item, for the preview of its editor. */
export const departureExceptions = z.object({
  departures: z.array(
    z.object({
      id,
      date: localDate,
      time: localTime.nullable(),
      capacity: z.int().nullable(),
      is_closed: z.boolean(),
      is_added: z.boolean(),
      prices: z.record(z.string(), z.int()).nullable(),
      taken: z.int(),
      cut_off_hours: z.int().nullable(),
    }),
  ),
  blocked: z.array(z.object({ from: localDate, to: localDate, reason: z.string() })),
  /** The resources asked for, with their uses around these weeks. */
  resources: z.array(
    z.object({
      id,
      name: z.string(),
      units: z.int(),
      is_archived: z.boolean(),
      uses: z.array(
        z.object({
          unit: z.int(),
          from: instant,
          to: instant,
          /** Null: a block, or a booking with a unit of its own. */
          departure_id: id.nullable(),
        }),
      ),
    }),
  ),
})

export const exceptionsQuery = z.strictObject({
  service_id: id.optional(),
  /** Those that the item needs, also before it is saved. */
  resource_ids: z.array(id).max(maxResources).default([]),
  /** How long it uses them at most. */
  use_minutes: z.coerce.number<number>().int().min(0).max(maxUseMinutes).default(0),
})

const changedDeparture = z.object({ departure_id: id, version: z.int() })

export const staffContract = {
  waiting: staffWaitingContract,
  change: procedure(
    'staff:bookings',
    'PUT /admin/services/{service_id}/departures/{date}',
    'Changes one departure: closed, places, prices, note, guide; refuses an old version',
  )
    .input(departureChange)
    .output(changedDeparture),
  add: procedure(
    'staff:bookings',
    'POST /admin/services/{service_id}/departures',
    'Adds a departure that no schedule has, such as an extra coach or a group',
  )
    .input(departureAddition)
    .output(changedDeparture),
  changeMany: procedure(
    'staff:bookings',
    'POST /admin/services/{service_id}/departure-changes',
    'Changes departures in a range of days: closes those at a start time, opens them, or sets their places, prices, guide or note',
  )
    .input(departuresChange)
    .output(z.object({ changed: z.int() })),
  prices: procedure(
    'staff:bookings',
    'GET /admin/services/{service_id}/departure-prices',
    'The price fields of a service that a departure can replace, and what they are',
  )
    .input(z.strictObject({ service_id: id }))
    .output(
      z.object({
        currency: z.string(),
        /** Null: the item has no such price. */
        price_fields: z.array(z.object({ name: z.string(), label: z.string(), usual: z.int().nullable() })),
      }),
    ),
  exceptions: procedure(
    'staff:catalogue',
    'GET /admin/departure-exceptions',
    'What differs from the schedules of an item in the next weeks: single departures, blocked dates, resources in use',
  )
    .input(exceptionsQuery)
    .output(departureExceptions),
  blocks: procedure(
    'staff:bookings',
    'GET /admin/blocked-dates',
    'Days on which nothing is sold, from today on',
  ).output(blockedDates),
  block: procedure(
    'staff:bookings',
    'POST /admin/blocked-dates',
    'Blocks days of one service, or of the whole agency: nothing is sold on them',
  )
    .input(datesBlock)
    .output(z.object({ id })),
  unblock: procedure('staff:bookings', 'DELETE /admin/blocked-dates/{id}', 'Departures of these days are on sale again')
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.literal(true) })),
  remove: procedure(
    'staff:bookings',
    'DELETE /admin/departures/{departure_id}',
    'Removes a departure that was added by hand and has no bookings',
  )
    .input(z.strictObject({ departure_id: id }))
    .output(z.object({ removed: z.literal(true) })),
  resources: resourcesContract,
}
