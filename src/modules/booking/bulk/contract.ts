/** Actions with many bookings of the back office's list at once. */
import * as z from 'zod'
import { id, instant, line, localDate, localTime, procedure, text } from '../../../kernel/contract.ts'
import { shownMail } from '../departure-cancellation-contract.ts'
import { departureParty } from '../departure-contract.ts'
import { departureCustomers } from '../departure-message-contract.ts'
import { bookingFilter } from '../list-contract.ts'
import { text as message } from '../text.ts'
import { maxPrinted, maxSelected } from './limits.ts'
import { runActions, skipReasons } from './rules.ts'

/** Ids with versions, in order. Not a list of objects: a body has at most 10,000 keys. */
const versions = z.record(id, z.int())
const ids = z.array(id).min(1)
export const chosenBookings = z.strictObject({ ids: ids.max(maxSelected) })

const named = z.object({ id, booking_reference: z.string(), customer_name: z.string() })
/** All of them, and the first by name. */
const counted = { count: z.int(), first: z.array(named) }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const maxVersion = 2_147_483_647
const isVersion = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxVersion
/** Judged as a whole: ten thousand faults would block the event loop. */
const shownVersions = z
  .record(z.string(), z.unknown())
  .refine((chosen) => {
    const ids = Object.keys(chosen)
    const isFine = (bookingId: string) => uuid.test(bookingId) && isVersion(chosen[bookingId])
    return ids.length > 0 && ids.length <= maxSelected && ids.every(isFine)
  })
  .transform((chosen) => chosen as Record<string, number>)

const confirmPreview = z.object({
  /** The current state of all selected bookings, so that staff confirm exactly what they saw. */
  versions,
  /** Bookings that would be confirmed, apart from unpaid ones. */
  ready: z.int(),
  unpaid: z.object(counted),
  /** Why others are skipped. */
  skipped: z.array(z.object({ reason: z.enum(skipReasons), ...counted })),
})
export type ConfirmPreview = z.infer<typeof confirmPreview>

export const startConfirmInput = z.strictObject({
  /** As the preview showed them. */
  versions: shownVersions,
  confirm_unpaid: z.boolean().default(false),
})
export type StartConfirm = z.output<typeof startConfirmInput>

export const messageInput = z.strictObject({
  ids: ids.max(maxSelected),
  subject: line(200).refine((subject) => subject !== '', message('errors.subject')),
  text: text(5_000).refine((words) => words !== '', message('errors.message')),
})
export type BulkMessage = z.output<typeof messageInput>
const messagePreview = shownMail.extend({
  /** Customers who get the mail, each once. */
  count: z.int(),
  /** The first of them. */
  customers: departureCustomers,
  /** Bookings whose customer was erased. */
  left_out: z.int(),
})

const runView = z.object({
  id,
  action: z.enum(runActions),
  /** Of a message. */
  subject: z.string().nullable(),
  by: z.string(),
  at: instant,
  finished_at: instant.nullable(),
  counts: z.object({ total: z.int(), done: z.int(), refused: z.int() }),
  /** Mails of a message so far: one for each customer. */
  mails: z.int(),
})
export type RunView = z.infer<typeof runView>
const refusedBooking = named.extend({ reason: z.string() })
export type RefusedBooking = z.infer<typeof refusedBooking>

const printedDeparture = z.object({
  service_title: z.string(),
  date: localDate.nullable(),
  time: localTime.nullable(),
  parties: z.array(departureParty),
})
export type PrintedDeparture = z.infer<typeof printedDeparture>

const area = 'staff:bookings'
const page = z.coerce.number().int().min(1).max(1_000).default(1)
const limit = z.coerce.number().int().min(1).max(100).default(20)
export const bulkProcedures = {
  bulk: {
    select: procedure(area, 'GET /admin/booking-selection', 'All bookings that match a filter, as ids, up to 5,000')
      .input(z.strictObject(bookingFilter))
      .output(z.object({ versions })),
    previewConfirm: procedure(
      area,
      'POST /admin/booking-runs/confirmations/preview',
      'Which of these bookings would be confirmed, and why others would not',
      { readsOnly: true },
    )
      .input(chosenBookings)
      .output(confirmPreview),
    confirm: procedure(
      area,
      'POST /admin/booking-runs/confirmations',
      'Confirms bookings in the background; each is confirmed or refused by itself',
      { idempotent: true },
    )
      .input(startConfirmInput)
      .output(runView),
    previewMessage: procedure(
      area,
      'POST /admin/booking-runs/messages/preview',
      'The mail that the first customer of these bookings would get, and who gets it',
      { readsOnly: true },
    )
      .input(messageInput)
      .output(messagePreview),
    message: procedure(
      area,
      'POST /admin/booking-runs/messages',
      'Mails the customers of these bookings in the background, each once',
      { idempotent: true },
    )
      .input(messageInput)
      .output(runView),
    print: procedure(area, 'POST /admin/booking-selection/list', 'These bookings by day and service, for printing', {
      readsOnly: true,
    })
      .input(z.strictObject({ ids: ids.max(maxPrinted) }))
      .output(z.object({ departures: z.array(printedDeparture) })),
    list: procedure(area, 'GET /admin/booking-runs', 'Bulk actions of the last 30 days, the newest first').output(
      z.object({ items: z.array(runView) }),
    ),
    get: procedure(area, 'GET /admin/booking-runs/{runId}', 'How far a bulk action is')
      .input(z.strictObject({ runId: id }))
      .output(runView),
    refused: procedure(
      area,
      'GET /admin/booking-runs/{runId}/refused',
      'Bookings that it left, with the reason, in pages',
    )
      .input(z.strictObject({ runId: id, page, limit }))
      .output(z.object({ items: z.array(refusedBooking), total: z.int() })),
  },
}
