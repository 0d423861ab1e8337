import * as z from 'zod'
import { id, line, localDate, localTime, moneySchema, pageInput, procedure, text } from '../../kernel/contract.ts'
import { ownFields } from './own-fields.ts'
import { recoveryContract } from './recovery/contract.ts'
import { bookingStatuses, paymentStatuses } from './rules/states.ts'
import { staffContract } from './staff-contract.ts'
import {
  bookingRow,
  bookingView,
  issuedDocument,
  moveQuote,
  moveStart,
  priceBreakdown,
  timelineEntry,
  titleLanguage,
} from './view-contract.ts'

export type { departureBoard, departureBoardInput, departureDays, departureDaysInput } from './board-contract.ts'
export type { CheckInParty, DepartureToCheckIn, MarkResult, VoucherToCheckIn } from './check-in/contract.ts'
export type { CancellableDeparture, ShownMail } from './departure-cancellation-contract.ts'
export type { DeparturePage } from './departure-contract.ts'
export type { DepartureCustomers } from './departure-message-contract.ts'
export type { UncheckedDocument } from './document-queue-contract.ts'
export { adminListInput } from './list-contract.ts'
export type { PeriodFigures } from './period-contract.ts'
export type { PlacesReport } from './places-report-contract.ts'
export {
  type AdminBookingView,
  adminBookingView,
  type dashboard,
  type trends,
} from './staff-contract.ts'
export type { BookingRow, BookingView, MoveQuote } from './view-contract.ts'
export { bookingRow, bookingStatuses, paymentStatuses, titleLanguage }

/** Rejected before any rule runs; the limits of each kind are lower. */
const count = (min: number) => z.int().min(min).max(500)

/** What the customer chooses. It contains no prices, and unknown fields are refused. */
const choice = {
  service_type: z.string().max(40),
  /** Id or slug. */
  service_id: line(120),
  travel_date: localDate.nullish(),
  travel_time: localTime.nullish(),
  adults_count: count(1),
  children_count: count(0).default(0),
  infants_count: count(0).default(0),
  /** The kind's `bookingSpecs`. */
  details: ownFields.default({}),
  /** The server calculates the discount (D51); errors have this path. */
  promo_code: line(60).nullish(),
  /** The signed code of a waiting list offer. The booking takes over its places. */
  waiting_offer: z.string().max(300).nullish(),
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
  /** Tokens returned by POST /document-uploads. */
  documents: z
    .array(
      z.strictObject({
        name: line(60),
        /** Index in `details.travellers`; null for a document of the whole booking. */
        traveller: z.int().min(0).max(49).nullable(),
        upload: z.string().max(300),
      }),
    )
    .max(120)
    .default([]),
  /** The price that the customer saw: if it has changed, nothing is booked (D56). */
  expected_amount: moneySchema.optional(),
})

/**
 * Access by session (owner, staff) or by the booking's signed token. Paperwork and single travellers also accept that
 * traveller's token. Anything else is 404.
 */
export const bookingAccess = { bookingId: id, token: z.string().max(300).optional() }

/** Travellers and documents of a booking: names only, never a file (C225). */
export const paperwork = z.object({
  booking_reference: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  adults_count: z.int(),
  children_count: z.int(),
  infants_count: z.int(),
  travel_date: z.string().nullable(),
  /** Travellers' days are judged in this zone. */
  time_zone: z.string(),
  /** The longest stay; null for kinds whose travellers name no dates. */
  max_stay_days: z.int().nullable(),
  needs_passport_expiry: z.boolean(),
  /** 'waiting_for_documents' or 'documents_received'; null if no documents are required. */
  case_stage: z.string().nullable(),
  isOpen: z.boolean(),
  /** Set for a traveller's own link: the answer then covers that traveller alone. */
  only: z.int().nullable(),
  /** A private link for each traveller, by position; empty if no document is per traveller. */
  links: z.array(z.string()),
  requirements: z.array(
    z.object({ name: z.string(), label: z.string(), required: z.boolean(), perTraveller: z.boolean() }),
  ),
  travelers: z.array(
    z.object({
      id,
      /** From 0: adults, then children, then infants. */
      position: z.int(),
      first_name: z.string(),
      last_name: z.string(),
      traveler_type: z.enum(['adult', 'child', 'infant']),
    }),
  ),
  /** The newest version of each. `wanted`: why a new version is needed, or null. */
  documents: z.array(
    z.object({
      name: z.string(),
      travelerId: id.nullable(),
      version: z.int(),
      wanted: z.string().nullable(),
      isAccepted: z.boolean(),
    }),
  ),
  /** What still has to be uploaded, or uploaded again. */
  missing: z.array(z.object({ name: z.string(), travelerId: id.nullable() })),
  /** Delivered documents; for a traveller's link only that traveller's. */
  issued_documents: z.array(issuedDocument),
})

export const trackingResult = z.union([
  z.object({
    access: z.literal('status'),
    booking_reference: z.string(),
    booking_status: z.enum(bookingStatuses),
    payment_status: z.enum(paymentStatuses),
    payment_checking: z.boolean(),
    is_partly_refunded: z.boolean(),
    service_title: z.string(),
    languages: titleLanguage,
    travel_date: z.string().nullable(),
    /** The travel date in another calendar, in brackets, such as the Hijri date of an Umrah; else ''. */
    day_note: z.string(),
    return_date: z.string().nullable(),
    timeline: z.array(timelineEntry),
  }),
  z.object({
    access: z.literal('full'),
    booking: bookingView,
    /** The email address alone shows the booking; changes need its link or its owner's session. */
    can_act: z.boolean(),
    /** Opens the review of a completed booking; null otherwise. */
    review_token: z.string().nullable(),
  }),
])

export const bookingContract = {
  quote: procedure('public', 'POST /quotes', 'The price of a choice, and what is wrong with it', {
    readsOnly: true,
    closes: true,
  })
    .input(quoteInput)
    .output(
      z.object({
        price: priceBreakdown,
        errors: z.array(z.object({ path: z.string(), message: z.string() })),
        /** Return date of the chosen group departure; null: not known, or no group. */
        return_date: localDate.nullable(),
        /** Where the chosen departure cannot be booked: up to three others with places for the party, nearest first. */
        nearest: z.array(
          z.object({
            date: localDate,
            /** Null: a whole day, or any time within `hours`. */
            time: localTime.nullable(),
            hours: z.object({ from: localTime, to: localTime }).nullable(),
          }),
        ),
      }),
    ),
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
  quoteMove: procedure(
    'public',
    'POST /bookings/{bookingId}/move-quotes',
    'The price of moving the booking to another day and time, and why it cannot move there',
    { readsOnly: true },
  )
    .input(z.strictObject({ ...bookingAccess, ...moveStart }))
    .output(moveQuote),
  move: procedure(
    'public',
    'POST /bookings/{bookingId}/moves',
    'Moves the booking to another departure, within its terms; refunds what was paid above the new price. For a dearer one the difference is paid first: then the answer has a prepared_move',
    { idempotent: true },
  )
    .input(
      z.strictObject({
        ...bookingAccess,
        ...moveStart,
        /** The price that the customer saw: if it has changed, nothing moves. */
        expected_amount: moneySchema.optional(),
        /** Refused if the booking has changed since that version. */
        version: z.int().optional(),
      }),
    )
    .output(bookingView),
  keepDeparture: procedure(
    'public',
    'POST /bookings/{bookingId}/prepared-move/ending',
    'Ends a move whose difference is not paid yet; the booking stays as it is',
  )
    .input(z.strictObject(bookingAccess))
    .output(bookingView),
  cancel: procedure(
    'public',
    'POST /bookings/{bookingId}/cancellation',
    'The customer cancels the booking, for the refund of its terms',
  )
    .input(
      z.strictObject({
        ...bookingAccess,
        /** The refund that the customer saw: if it has changed, nothing is cancelled. */
        expected_refund: moneySchema,
        reason: text(500).optional(),
      }),
    )
    .output(bookingView),
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
    'By reference alone: status and timeline; with the email: everything',
    { readsOnly: true },
  )
    .input(z.strictObject({ reference: line(60).default(''), email: line(254).optional() }))
    .output(trackingResult),
  ...recoveryContract,
  mine: procedure('customer', 'GET /my/bookings', "The signed-in user's bookings, newest first")
    .input(z.strictObject(pageInput))
    .output(
      z.object({
        items: z.array(
          bookingRow
            .omit({ amount_inr: true })
            .extend({ languages: titleLanguage, issued_documents: z.array(issuedDocument) }),
        ),
        nextCursor: z.string().nullable(),
      }),
    ),
  admin: staffContract,
}
