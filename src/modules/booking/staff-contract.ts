/** Bookings as staff see and change them. */
import * as z from 'zod'
import {
  id,
  instant,
  line,
  localDate,
  localTime,
  moneySchema,
  pageInput,
  procedure,
  text,
} from '../../kernel/contract.ts'
import { bookingStatuses } from './rules/states.ts'
import { bookingRow, bookingView } from './view-contract.ts'
import { sortColumns } from './words.ts'

export const bookingFilter = {
  q: line(200).optional(),
  status: z.enum(bookingStatuses).optional(),
  type: line(40).optional(),
  /** Only what was sold and still waits for a document of its travellers. */
  documents: z.literal('missing').optional(),
}
export const adminListInput = z.strictObject({
  ...bookingFilter,
  sort: z.enum(sortColumns).default('created_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  ...pageInput,
})
export const adminBookingView = bookingView.extend({
  user_id: z.string().nullable(),
  /** What the provider said of the payment, as it was verified; null where people have said that it is paid. */
  gateway_response: z.record(z.string(), z.unknown()).nullable(),
  admin_notes: z.string().nullable(),
  customer_note: z.string().nullable(),
  cancellation_reason: z.string().nullable(),
  verification: z.enum(['approved', 'rejected']).nullable(),
  verified_at: instant.nullable(),
  verified_by: z.string().nullable(),
  version: z.int(),
  /** What the transition table allows an administrator now. */
  actions: z.array(z.enum(['confirm', 'cancel', 'complete'])),
  /** What a cancellation would give back now, in all; null where nothing was paid. `percent` null: no terms decide. */
  refund_proposal: z
    .object({
      percent: z.int().nullable(),
      days_left: z.int().nullable(),
      amount: moneySchema,
      least: moneySchema,
      most: moneySchema,
    })
    .nullable(),
  /** What was decided with the cancellation; null: nothing was. */
  refund_due: moneySchema.nullable(),
  history: z.array(
    z.object({
      event: z.string(),
      actor: z.string(),
      actorName: z.string().nullable(),
      data: z.record(z.string(), z.unknown()),
      at: instant,
    }),
  ),
  travelers: z.array(z.record(z.string(), z.unknown())),
  documents: z.array(
    z.object({
      id,
      name: z.string(),
      version: z.int(),
      travelerId: id.nullable(),
      fileId: id,
      contentType: z.string(),
      review: z.enum(['accepted', 'asked_again']).nullable(),
      /** What the customer was told when it was asked for again. */
      reviewReason: z.string().nullable(),
      reviewedBy: z.string().nullable(),
      reviewedAt: instant.nullable(),
      /** No further version is there: this one counts. */
      isNewest: z.boolean(),
      /** It came after the version before was asked for again. */
      isReplacement: z.boolean(),
      /** It may be accepted or asked for again now. */
      canReview: z.boolean(),
    }),
  ),
  /** What staff give out in the end; null for a kind that issues nothing. */
  issuing: z
    .object({
      label: z.string(),
      perTraveller: z.boolean(),
      isOpen: z.boolean(),
      /** Every version that is not erased, newest last. */
      items: z.array(
        z.object({
          id,
          travelerId: id.nullable(),
          version: z.int(),
          fileId: id,
          issuedBy: z.string(),
          issuedAt: instant,
          deliveredBy: z.string().nullable(),
          deliveredAt: instant.nullable(),
        }),
      ),
    })
    .nullable(),
})
export type AdminBookingView = z.infer<typeof adminBookingView>

export const dashboard = z.object({
  revenue: moneySchema,
  bookings: z.int(),
  pending: z.int(),
  /** Items in the catalogue by kind key. */
  services: z.record(z.string(), z.int()),
  recent: z.array(bookingRow),
  /** Within which customers are told that a transfer is verified (D113). */
  transferVerificationHours: z.int(),
  needsAction: z
    .object({
      proofsToCheck: z.int(),
      /** Of those, longer without a decision than customers are told (A179). */
      proofsOverdue: z.int(),
      paymentsUnderReview: z.int(),
      failedMail: z.int(),
      /** What visitors wrote and nobody has answered. */
      openEnquiries: z.int(),
      /** Written by travellers, and neither published nor hidden. */
      waitingReviews: z.int(),
      /** Sold, and some document is still waited for; at most 1,000. */
      missingDocuments: z.int(),
      departuresSoon: z.int(),
    })
    .partial(),
})

export const trendPeriods = ['30-days', '12-months'] as const
/** Money in the shop's currency; days are the agency's. */
export const trends = z.object({
  period: z.enum(trendPeriods),
  /** Oldest first, without gaps: days, or months that begin on the day given. */
  points: z.array(z.object({ from: localDate, net: moneySchema, bookings: z.int() })),
  /** Of all bookings. */
  byStatus: z.array(z.object({ status: z.enum(bookingStatuses), bookings: z.int() })),
  byKind: z.array(z.object({ kind: z.string(), bookings: z.int() })),
})

const counts = { adults: z.int(), children: z.int(), infants: z.int() }
/** A day's departures: a service at a time, with everybody who has a confirmed booking for it. */
export const manifest = z.object({
  day: localDate,
  departures: z.array(
    z.object({
      service_id: id,
      service_type: z.string(),
      service_title: z.string(),
      travel_time: localTime.nullable(),
      ...counts,
      parties: z.array(
        z.object({
          id,
          booking_reference: z.string(),
          customer_name: z.string(),
          customer_phone: z.string().nullable(),
          ...counts,
          selected_language: z.string().nullable(),
          pickup_location: z.string().nullable(),
          special_requests: z.string().nullable(),
          /** What is not paid yet, such as with cash on arrival; null: nothing. */
          to_collect: moneySchema.nullable(),
          /** Names, where they were asked for. */
          travellers: z.array(z.string()),
        }),
      ),
    }),
  ),
})

export const staffContract = {
  dashboard: procedure('staff:overview', 'GET /admin/dashboard', 'Figures and newest bookings').output(dashboard),
  trends: procedure('staff:overview', 'GET /admin/trends', 'Revenue and bookings over time, bookings by state and kind')
    .input(z.strictObject({ period: z.enum(trendPeriods).default('30-days') }))
    .output(trends),
  manifest: procedure('staff:bookings', 'GET /admin/manifest', 'Who leaves on a day, by departure')
    .input(z.strictObject({ day: localDate }))
    .output(manifest),
  list: procedure('staff:bookings', 'GET /admin/bookings', 'Bookings, searched, filtered, sorted, in pages')
    .input(adminListInput)
    .output(
      z.object({
        items: z.array(bookingRow),
        nextCursor: z.string().nullable(),
        total: z.int(),
        totalIsExact: z.boolean(),
      }),
    ),
  get: procedure('staff:bookings', 'GET /admin/bookings/{bookingId}', 'Everything about a booking')
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  saveNotes: procedure('staff:bookings', 'PUT /admin/bookings/{bookingId}/notes', 'Replaces the admin notes')
    .input(z.strictObject({ bookingId: id, admin_notes: text(10_000), version: z.int().optional() }))
    .output(adminBookingView),
  eraseDocuments: procedure(
    'staff:bookings',
    'DELETE /admin/bookings/{bookingId}/documents',
    "Makes the travellers' documents unreadable for good",
  )
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  acceptDocument: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/documents/{documentId}/acceptance',
    'A document was looked at and will do',
  )
    .input(z.strictObject({ bookingId: id, documentId: id }))
    .output(adminBookingView),
  askForDocument: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/documents/{documentId}/requests',
    'Asks the customer for a document again, with a reason',
  )
    .input(z.strictObject({ bookingId: id, documentId: id, reason: text(1000) }))
    .output(adminBookingView),
  deliverDocument: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/issued-documents/{issuedId}/delivery',
    'Gives an issued document to the customer, who is told by mail',
  )
    .input(z.strictObject({ bookingId: id, issuedId: id }))
    .output(adminBookingView),
  confirm: procedure('staff:bookings', 'POST /admin/bookings/{bookingId}/confirmation', 'pending -> confirmed')
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  cancel: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/cancellation',
    'pending or confirmed -> cancelled; a confirmed one needs a reason. What was paid goes back by the terms',
  )
    .input(
      z.strictObject({
        bookingId: id,
        reason: text(1000).optional(),
        /** In all, of what was paid; left out: by the terms. Another amount needs a reason, and the right to refunds. */
        refund_amount: moneySchema.optional(),
        refund_reason: text(1000).optional(),
        /** Of the booking that was looked at: one that has changed meanwhile is not cancelled. */
        version: z.int().optional(),
      }),
    )
    .output(adminBookingView),
  complete: procedure('staff:bookings', 'POST /admin/bookings/{bookingId}/completion', 'confirmed -> completed')
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
}
