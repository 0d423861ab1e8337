/** Cancelling a departure with all its bookings. */
import * as z from 'zod'
import { chosenDay, id, line, localTime, moneySchema, procedure, text } from '../../kernel/contract.ts'
import { departurePageInput } from './departure-contract.ts'
import { bookingStatuses } from './rules/states.ts'
import { text as message } from './text.ts'

const service_id = id
const key = {
  service_id,
  date: chosenDay,
  /** Null: opening hours and whole days. */
  time: localTime.nullable().default(null),
}
const departureChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refund_by_terms') }),
  z.strictObject({ kind: z.literal('refund_in_full') }),
  z.strictObject({ kind: z.literal('keep') }),
  /** To another departure of the item, at no extra charge. */
  z.strictObject({ kind: z.literal('move'), date: chosenDay, time: localTime.nullable() }),
])
const words = {
  /** Shown to customers. */
  reason: line(500).refine((reason) => reason !== '', message('errors.reason')),
  /** Added to the mail. */
  note: text(2_000).default(''),
}

export const cancellableDeparture = z.object({
  /** Pending and confirmed bookings; the others do not change. */
  bookings: z.array(
    z.object({
      id,
      booking_reference: z.string(),
      booking_status: z.enum(bookingStatuses),
      /** The way that is on the departure. */
      leg: z.enum(['outbound', 'return']),
      customer_name: z.string(),
      customer_email: z.string(),
      paid: moneySchema,
      /** The total refund by the terms, including earlier refunds; null: nothing was paid. */
      by_terms: moneySchema.nullable(),
      /** A payment proof waits for staff, so the booking stays until it is decided. */
      waits_for_transfer: z.boolean(),
    }),
  ),
  /** Token for exactly these bookings; sent back with the cancellation. */
  confirm: z.string(),
})
export type CancellableDeparture = z.output<typeof cancellableDeparture>

export const departureCancellation = z.strictObject({
  ...key,
  ...words,
  /** For every booking without a choice of its own. */
  choice: departureChoice,
  /** Choices of single bookings, by id. */
  choices: z.record(id, departureChoice).default({}),
  confirm: z.string().max(100),
})
/** A new decision about a stuck booking. */
export const cancellationRetry = z.strictObject({
  ...key,
  booking_id: id,
  /** Defaults to the choice that was made before. */
  choice: departureChoice.optional(),
})
export const cancellationPreview = z.strictObject({ ...key, ...words, booking_id: id, choice: departureChoice })

export const shownMail = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** False: the template is switched off, so nobody gets it. */
  is_active: z.boolean(),
})
export type ShownMail = z.output<typeof shownMail>

const cancellationPath = '/admin/services/{service_id}/departures/{date}/cancellation'
export const cancellationProcedures = {
  cancellableDeparture: procedure(
    'staff:bookings',
    `GET ${cancellationPath}`,
    'The bookings that a cancellation of the departure would end, with their refunds by the terms',
  )
    .input(departurePageInput)
    .output(cancellableDeparture),
  previewDepartureCancellation: procedure(
    'staff:bookings',
    `POST ${cancellationPath}/preview`,
    'The mail that the customer of one booking would get about the cancelled departure',
    { readsOnly: true },
  )
    .input(cancellationPreview)
    .output(shownMail),
  retryDepartureCancellation: procedure(
    'staff:bookings',
    `POST ${cancellationPath}/retries`,
    'Retries a stuck booking of a cancelled departure, with the earlier choice or another one',
  )
    .input(cancellationRetry)
    .output(z.object({ cancellation_id: id })),
  cancelDeparture: procedure(
    'staff:bookings',
    `POST ${cancellationPath}`,
    'Closes a departure and cancels its bookings in the background; customers get a mail',
    { idempotent: true },
  )
    .input(departureCancellation)
    .output(z.object({ cancellation_id: id })),
}
