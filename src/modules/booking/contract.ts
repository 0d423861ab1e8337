import * as z from 'zod'
import { id, line, localDate, localTime, moneySchema, pageInput, procedure, text } from '../../kernel/contract.ts'
import { bookingStatuses, paymentStatuses } from './rules/states.ts'
import { staffContract } from './staff-contract.ts'
import { bookingRow, bookingView, issuedDocument, priceBreakdown, timelineEntry } from './view-contract.ts'

export {
  type AdminBookingView,
  adminBookingView,
  adminListInput,
  type dashboard,
  type manifest,
  type trends,
} from './staff-contract.ts'
export type { BookingRow, BookingView } from './view-contract.ts'
export { bookingStatuses, paymentStatuses }

/** Counts beyond these are refused before any rule looks at them; the kind's own bounds are narrower. */
const count = (min: number) => z.int().min(min).max(500)

const nestsWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => nestsWithin(each, levels - 1)))

/** Fifty travellers with all that any kind asks of them are a third of it. */
const mostFields = 3_000
/** Of what nests within bounds: how many values it holds, or more than `most`. */
function countFields(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) {
    if (count > most) break
    count += countFields((value as Record<string, unknown>)[key], most - count)
  }
  return count
}

/** The kind's own fields, validated by the kind; what walks through them must not run out of stack, nor of time. */
const ownFields = z
  .record(z.string(), z.unknown())
  .refine((fields) => nestsWithin(fields, 8), { error: 'This nests too deeply', abort: true })
  .refine((fields) => countFields(fields, mostFields) <= mostFields, {
    error: 'This holds too many fields',
    abort: true,
  })

/** What the customer chooses. Prices are never taken from here; unknown fields are refused. */
const choice = {
  service_type: z.string().max(40),
  /** Id or slug. */
  service_id: line(120),
  travel_date: localDate.nullish(),
  travel_time: localTime.nullish(),
  adults_count: count(1),
  children_count: count(0).default(0),
  infants_count: count(0).default(0),
  /** Its `bookingSpecs`. */
  details: ownFields.default({}),
  /** What it takes off is decided here (D51); a code that does not hold is refused under this name. */
  promo_code: line(60).nullish(),
}
export const quoteInput = z.strictObject(choice)
export const createInput = z.strictObject({
  ...choice,
  customer_name: line(200),
  customer_email: line(254),
  customer_phone: line(40).nullish(),
  selected_language: line(60).nullish(),
  pickup_location: line(500).nullish(),
  special_requests: text(2000).nullish(),
  /** What was sent to POST /document-uploads before, by the token that was answered. */
  documents: z
    .array(
      z.strictObject({
        name: line(60),
        /** The place in `details.travellers`, from 0; null for a document of the booking as a whole. */
        traveller: z.int().min(0).max(49).nullable(),
        upload: z.string().max(300),
      }),
    )
    .max(120)
    .default([]),
  /** What the customer was shown: when the price has changed since, nothing is booked (D56). */
  expected_amount: moneySchema.optional(),
})

/**
 * By session (owner, administrator) or by the booking's signed token; paperwork and one traveller also by that
 * traveller's. Anything else is 404.
 */
export const bookingAccess = { bookingId: id, token: z.string().max(300).optional() }

/** Travellers and documents of a booking, as far as they are there: of what was handed in names, never a file (C225). */
export const paperwork = z.object({
  booking_reference: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  adults_count: z.int(),
  children_count: z.int(),
  infants_count: z.int(),
  travel_date: z.string().nullable(),
  /** 'waiting_for_documents', 'documents_received'; null where none are asked for. */
  case_stage: z.string().nullable(),
  isOpen: z.boolean(),
  /** The position of the traveller whose link this is: nothing of the others is told. Null: everything is. */
  only: z.int().nullable(),
  /** A private link for each traveller to be sent on, by position; none where no document is a traveller's own. */
  links: z.array(z.string()),
  requirements: z.array(
    z.object({ name: z.string(), label: z.string(), required: z.boolean(), perTraveller: z.boolean() }),
  ),
  travelers: z.array(
    z.object({
      id,
      /** Adults first, then children, then infants; from 0. */
      position: z.int(),
      first_name: z.string(),
      last_name: z.string(),
      traveler_type: z.enum(['adult', 'child', 'infant']),
    }),
  ),
  /** The newest version of each; `wanted` says why another is asked for, null where none is. */
  documents: z.array(
    z.object({ name: z.string(), travelerId: id.nullable(), version: z.int(), wanted: z.string().nullable() }),
  ),
  /** What still has to be sent, or sent again. */
  missing: z.array(z.object({ name: z.string(), travelerId: id.nullable() })),
  /** What was applied for and is there; by a traveller's link that traveller's own alone. */
  issued_documents: z.array(issuedDocument),
})

export const trackingResult = z.union([
  z.object({
    access: z.literal('status'),
    booking_reference: z.string(),
    booking_status: z.enum(bookingStatuses),
    payment_status: z.enum(paymentStatuses),
    service_title: z.string(),
    travel_date: z.string().nullable(),
    timeline: z.array(timelineEntry),
  }),
  z.object({
    access: z.literal('full'),
    booking: bookingView,
    /** Opens the review of a completed booking, and nothing else; null for others. */
    review_token: z.string().nullable(),
  }),
])

export const bookingContract = {
  quote: procedure('public', 'POST /quotes', 'The price of a choice, and what is wrong with it')
    .input(quoteInput)
    .output(z.object({ price: priceBreakdown, errors: z.array(z.object({ path: z.string(), message: z.string() })) })),
  create: procedure('public', 'POST /bookings', 'Books; the price is worked out here', { idempotent: true })
    .input(createInput)
    .output(z.object({ booking: bookingView, token: z.string(), paymentUrl: z.string() })),
  get: procedure(
    'public',
    'GET /bookings/{bookingId}',
    'A booking, for its owner, an administrator or the holder of its token',
  )
    .input(z.strictObject(bookingAccess))
    .output(bookingView),
  paperwork: procedure(
    'public',
    'GET /bookings/{bookingId}/paperwork',
    'Which travellers and documents are asked for, there and missing; documents go to POST /bookings/{bookingId}/documents',
  )
    .input(z.strictObject(bookingAccess))
    .output(paperwork),
  saveTravellers: procedure(
    'public',
    'PUT /bookings/{bookingId}/travellers',
    "All travellers of a booking, in the kind's own fields",
  )
    .input(z.strictObject({ ...bookingAccess, travellers: z.array(ownFields).min(1).max(50) }))
    .output(paperwork),
  saveTraveller: procedure(
    'public',
    'PUT /bookings/{bookingId}/travellers/{position}',
    'One traveller of a booking, by position from 0: adults, then children, then infants',
  )
    .input(z.strictObject({ ...bookingAccess, position: z.coerce.number().int().min(0).max(49), traveller: ownFields }))
    .output(paperwork),
  track: procedure(
    'public',
    'POST /tracking-lookups',
    'By reference alone: status and timeline; with the e-mail: everything',
  )
    .input(z.strictObject({ reference: line(60).default(''), email: line(254).optional() }))
    .output(trackingResult),
  mine: procedure('customer', 'GET /my/bookings', "The signed-in user's bookings, newest first")
    .input(z.strictObject(pageInput))
    .output(
      z.object({
        items: z.array(bookingRow.omit({ amount_inr: true }).extend({ issued_documents: z.array(issuedDocument) })),
        nextCursor: z.string().nullable(),
      }),
    ),
  admin: staffContract,
}
