/** Resources, for staff. */
import * as z from 'zod'
import { chosenDay, id, instant, line, localDate, localTime, procedure } from '../../../kernel/contract.ts'
import { text as message } from '../text.ts'
import { resourceTypes } from './types.ts'

const maxUnits = 200
const notEmpty = (typed: string): boolean => typed.trim() !== ''

const ofResource = {
  name: line(100).refine(notEmpty, message('errors.resourceName')),
  type: z.enum(resourceTypes),
  /** 1 is exclusive; more is a pool. */
  units: z.int().min(1).max(maxUnits),
  /** Of one unit. */
  seats: z.int().min(1).max(10_000).nullable().default(null),
}
export const resourceAddition = z.strictObject(ofResource)
export const resourceChange = z.strictObject({
  id,
  ...ofResource,
  is_archived: z.boolean().default(false),
  version: z.int().min(1),
})

const resource = z.object({
  id,
  name: z.string(),
  type: z.enum(resourceTypes),
  units: z.int(),
  seats: z.int().nullable(),
  is_archived: z.boolean(),
  version: z.int(),
})
export const resourceList = z.array(resource)

export const unitBlock = z.strictObject({
  resource_id: id,
  unit: z.int().min(1).max(maxUnits),
  /** In the agency's time zone; the end is not part of it. */
  from_date: chosenDay,
  from_time: localTime,
  to_date: chosenDay,
  to_time: localTime,
  reason: line(500).refine(notEmpty, message('errors.reason')),
})

/** A unit in use. */
export const resourceUse = z.object({
  id,
  resource_id: id,
  unit: z.int(),
  from: instant,
  to: instant,
  /** Why staff have blocked it; null: a departure uses it. */
  reason: z.string().nullable(),
  departure: z
    .object({ service_id: id, service_title: z.string(), date: localDate, time: localTime.nullable() })
    .nullable(),
  /** Set where each booking has a unit of its own. */
  booking_id: id.nullable(),
})

const changed = z.object({ id, version: z.int() })

export const resourcesContract = {
  list: procedure(
    'staff:bookings',
    'GET /admin/resources',
    'Vehicles, boats, guides and rooms that services share, by name; archived ones last',
  ).output(resourceList),
  choices: procedure(
    'staff:catalogue',
    'GET /admin/resource-choices',
    'Resources that an item can name, for its editor',
  ).output(resourceList),
  add: procedure('staff:catalogue', 'POST /admin/resources', 'Adds a resource').input(resourceAddition).output(changed),
  change: procedure(
    'staff:catalogue',
    'PUT /admin/resources/{id}',
    'Changes or archives a resource; refuses an old version, and to take away units that are in use from now on',
  )
    .input(resourceChange)
    .output(changed),
  uses: procedure(
    'staff:bookings',
    'GET /admin/resource-uses',
    'What each unit is used for on a day, in the time zone of the agency',
  )
    .input(z.strictObject({ day: chosenDay }))
    .output(z.object({ time_zone: z.string(), from: instant, to: instant, uses: z.array(resourceUse) })),
  usesOfDeparture: procedure(
    'staff:bookings',
    'GET /admin/departures/{departure_id}/resource-uses',
    'The units that a departure uses, and the units that are free then',
  )
    .input(z.strictObject({ departure_id: id }))
    .output(z.array(resourceUse.extend({ resource_name: z.string(), units: z.int(), free_units: z.array(z.int()) }))),
  block: procedure(
    'staff:bookings',
    'POST /admin/resources/{resource_id}/blocks',
    'Blocks a unit for a while, such as for maintenance',
  )
    .input(unitBlock)
    .output(z.object({ id })),
  unblock: procedure('staff:bookings', 'DELETE /admin/resource-blocks/{id}', 'Ends the block of a unit')
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.literal(true) })),
  chooseUnit: procedure(
    'staff:bookings',
    'PUT /admin/resource-uses/{id}',
    'Gives a departure or a booking another free unit of the same resource',
  )
    .input(z.strictObject({ id, unit: z.int().min(1).max(maxUnits) }))
    .output(z.object({ id, unit: z.int() })),
}
