/** The waiting list of a sold-out departure. */
import * as z from 'zod'
import { chosenDay, id, instant, line, localDate, localTime, procedure } from '../../../kernel/contract.ts'
import { waitingStates } from './rules.ts'

const count = z.int().min(0).max(500)
const party = { adults: count, children: count.default(0), infants: count.default(0) }
export const joinInput = z.strictObject({
  kind: z.string().max(40),
  idOrSlug: z.string().max(120),
  date: chosenDay,
  /** Null: whole days. Of opening hours any time may be sent. */
  time: localTime.nullable().default(null),
  email: line(254),
  name: line(200).default(''),
  ...party,
  /** A hidden field for bots: a filled one drops the request. */
  company_website: z.string().max(500).default(''),
})

const token = z.string().max(300)
const state = z.enum(waitingStates)
const counts = { adults: z.int(), children: z.int(), infants: z.int() }
const start = { date: localDate, time: localTime.nullable() }
export const waitingView = z.object({
  service_title: z.string(),
  service_href: z.string(),
  ...start,
  ...counts,
  state,
  /** Of an open offer. */
  offered_until: instant.nullable(),
  /** The booking form with the places of an open offer. */
  offer_href: z.string().nullable(),
})
export const waitingOffer = z.object({
  service_id: id,
  ...start,
  ...counts,
  /** False: it was used, or it has ended. */
  is_open: z.boolean(),
  until: instant,
})

export const waitingContract = {
  join: procedure(
    'public',
    'POST /services/{kind}/{idOrSlug}/waiting-list',
    'Joins the waiting list of a sold-out departure; a repeat gets the same answer',
    { closes: true },
  )
    .input(joinInput)
    .output(z.object({ accepted: z.literal(true) })),
  entry: procedure('public', 'GET /waiting-list', 'An entry on a waiting list, by the link in its mail')
    .input(z.strictObject({ token }))
    .output(waitingView),
  leave: procedure('public', 'POST /waiting-list/leave', 'Leaves the waiting list; an open offer ends')
    .input(z.strictObject({ token }))
    .output(waitingView),
  offer: procedure('public', 'GET /waiting-offers', 'An offer of held places, by the link in its mail')
    .input(z.strictObject({ token }))
    .output(waitingOffer),
}

export const waitingList = z.object({
  /** In order; closed entries come last. */
  entries: z.array(
    z.object({
      id,
      /** In the queue, from 1; null: not waiting. */
      position: z.int().nullable(),
      name: z.string().nullable(),
      email: z.string(),
      ...counts,
      places: z.int(),
      state,
      since: instant,
      offered_until: instant.nullable(),
      /** The booking that took the offer. */
      booking_id: id.nullable(),
    }),
  ),
  /** True if there are more entries than listed. */
  has_more: z.boolean(),
})
export const staffWaitingContract = {
  list: procedure(
    'staff:bookings',
    'GET /admin/departures/{departure_id}/waiting-list',
    'The waiting list of a departure, in order',
  )
    .input(z.strictObject({ departure_id: id }))
    .output(waitingList),
  remove: procedure('staff:bookings', 'DELETE /admin/waiting-list/{entry_id}', 'Removes a person from a waiting list')
    .input(z.strictObject({ entry_id: id }))
    .output(z.object({ removed: z.literal(true) })),
  offer: procedure(
    'staff:bookings',
    'POST /admin/waiting-list/{entry_id}/offers',
    'Offers places to a person on a waiting list now; out of order needs a reason',
  )
    .input(z.strictObject({ entry_id: id, reason: line(500).default('') }))
    .output(z.object({ offered_until: instant })),
}
