/** The contract of the back office. */
import * as z from 'zod'
import { id, instant, line, localDate, moneySchema, procedure, text } from '../../kernel/contract.ts'
import { boardProcedures } from './board-contract.ts'
import { bulkProcedures } from './bulk/contract.ts'
import { answersInput, changeInput, changeWanted, correctionInput, moveInput } from './change-contract.ts'
import { checkInContract } from './check-in/contract.ts'
import { cancellationProcedures } from './departure-cancellation-contract.ts'
import { departureProcedure } from './departure-contract.ts'
import { messageProcedures } from './departure-message-contract.ts'
import { documentQueueProcedures } from './document-queue-contract.ts'
import { adminListInput, bookingFilter, listOrder } from './list-contract.ts'
import { periodProcedures } from './period-contract.ts'
import { placesReportProcedures } from './places-report-contract.ts'
import { adminSteps, bookingStatuses } from './rules/states.ts'
import { savedViewProcedures } from './saved-views/contract.ts'
import { staffTimelineProcedures } from './staff-timeline-contract.ts'
import { bookingRow, bookingView, moveQuote, moveStart } from './view-contract.ts'

const referenceInput = { reference: line(40) }
export const neighboursInput = z.strictObject({ ...referenceInput, ...bookingFilter, ...listOrder })
const neighbour = z.object({ id, booking_reference: z.string(), customer_name: z.string() })
export const bookingNeighbours = z.object({ previous: neighbour.nullable(), next: neighbour.nullable() })
export const adminBookingView = bookingView.omit({ next_step: true, case_progress: true }).extend({
  user_id: z.string().nullable(),
  /** The provider's verified report of the payment; null if staff recorded the payment. */
  gateway_response: z.record(z.string(), z.unknown()).nullable(),
  admin_notes: z.string().nullable(),
  customer_note: z.string().nullable(),
  cancellation_reason: z.string().nullable(),
  verification: z.enum(['approved', 'rejected']).nullable(),
  verified_at: instant.nullable(),
  verified_by: z.string().nullable(),
  /** The transitions from its state; reopening needs a permission of its own. */
  actions: z.array(z.enum(adminSteps)),
  /** The total refund if it was cancelled now; null if nothing was paid. `percent` is null without terms. */
  refund_proposal: z
    .object({
      percent: z.int().nullable(),
      days_left: z.int().nullable(),
      amount: moneySchema,
      least: moneySchema,
      most: moneySchema,
    })
    .nullable(),
  /** The total refund decided with the cancellation, or null. */
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
      /** The reason that the customer was given for a new version. */
      reviewReason: z.string().nullable(),
      reviewedBy: z.string().nullable(),
      reviewedAt: instant.nullable(),
      /** False if a newer version exists. */
      isNewest: z.boolean(),
      /** Uploaded after the previous version was refused. */
      isReplacement: z.boolean(),
      /** It can be accepted or refused now. */
      canReview: z.boolean(),
    }),
  ),
  /** What the customer still has to upload, rejected documents included. */
  missing_documents: z.array(z.object({ label: z.string(), traveller: z.string().nullable() })),
  /** What the service asks for, whatever has been uploaded; empty when the booking takes no more documents. */
  document_requirements: z.array(
    z.object({ name: z.string(), label: z.string(), required: z.boolean(), perTraveller: z.boolean() }),
  ),
  /** What staff issue; null for a kind that issues nothing. */
  issuing: z
    .object({
      label: z.string(),
      perTraveller: z.boolean(),
      isOpen: z.boolean(),
      /** All versions that are not erased, newest last. */
      items: z.array(
        z.object({
          id,
          travelerId: id.nullable(),
          version: z.int(),
          fileId: id,
          contentType: z.string(),
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
  /** Number of items by kind key. */
  services: z.record(z.string(), z.int()),
  recent: z.array(bookingRow),
  /** The verification time that customers are promised for transfers (D113). */
  transferVerificationHours: z.int(),
  needsAction: z
    .object({
      proofsToCheck: z.int(),
      /** Proofs that wait longer than customers were promised (A179). */
      proofsOverdue: z.int(),
      paymentsUnderReview: z.int(),
      failedMail: z.int(),
      /** Unanswered messages of visitors. */
      openEnquiries: z.int(),
      /** Neither published nor hidden. */
      waitingReviews: z.int(),
      /** Sold bookings that wait for documents; at most 1,000. */
      missingDocuments: z.int(),
      /** Documents of sold bookings that nobody has checked; at most 1,000. */
      uncheckedDocuments: z.int(),
      departuresSoon: z.int(),
      /** The caller's own tasks; at most 1,000. */
      tasksOverdue: z.int(),
      tasksToday: z.int(),
      /** Due or overdue tasks without an assignee; at most 1,000. */
      tasksUnassigned: z.int(),
      /** Cash bookings that staff have to confirm or cancel; at most 1,000. */
      awaitingAgency: z.int(),
      /** Private files that are changed or missing in the file store. */
      damagedFiles: z.int(),
      /** Free megabytes, when uploads are refused. */
      diskLow: z.int(),
      /** Free megabytes, when nothing is saved. */
      diskFull: z.int(),
    })
    .partial(),
})

export const trendPeriods = ['30-days', '12-months'] as const
/** Money is in the agency's currency; days are in its time zone. */
export const trends = z.object({
  period: z.enum(trendPeriods),
  /** Oldest first, without gaps. `from` is a day, or the first day of a month. */
  points: z.array(z.object({ from: localDate, net: moneySchema, bookings: z.int() })),
  /** Over all bookings. */
  byStatus: z.array(z.object({ status: z.enum(bookingStatuses), bookings: z.int() })),
  byKind: z.array(z.object({ kind: z.string(), bookings: z.int() })),
})

export const staffContract = {
  ...periodProcedures,
  dashboard: procedure('staff:overview', 'GET /admin/dashboard', 'Figures and newest bookings').output(dashboard),
  trends: procedure('staff:overview', 'GET /admin/trends', 'Revenue and bookings over time, bookings by state and kind')
    .input(z.strictObject({ period: z.enum(trendPeriods).default('30-days') }))
    .output(trends),
  ...boardProcedures,
  ...placesReportProcedures,
  departure: departureProcedure,
  ...cancellationProcedures,
  checkIn: checkInContract,
  ...messageProcedures,
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
  staff: procedure('staff:bookings', 'GET /admin/booking-staff', 'Staff who sold or handled bookings, by name').output(
    z.array(z.object({ id: z.string(), name: z.string() })),
  ),
  get: procedure('staff:bookings', 'GET /admin/bookings/{bookingId}', 'Everything about a booking')
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  find: procedure('staff:bookings', 'GET /admin/booking-references/{reference}', 'The same, by reference')
    .input(z.strictObject(referenceInput))
    .output(adminBookingView),
  neighbours: procedure(
    'staff:bookings',
    'GET /admin/booking-references/{reference}/neighbours',
    'The bookings before and after one in the filtered and sorted list',
  )
    .input(neighboursInput)
    .output(bookingNeighbours),
  correct: procedure(
    'staff:bookings',
    'PUT /admin/bookings/{bookingId}/details',
    'Corrects contact, languages, pickup and requests; the customer is told if staff choose',
  )
    .input(correctionInput)
    .output(adminBookingView),
  correctAnswers: procedure(
    'staff:bookings',
    'PUT /admin/bookings/{bookingId}/answers',
    "Corrects travellers and the kind's own answers where the price stays; the customer is told if staff choose",
  )
    .input(answersInput)
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
  submitCase: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/submission',
    'Records that the application was submitted, which the customer sees',
  )
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  ...staffTimelineProcedures,
  ...documentQueueProcedures,
  ...savedViewProcedures,
  ...bulkProcedures,
  shareLink: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/links',
    'A signed link to pass on to the customer: to the booking, or to its documents. Recorded, because it opens the booking',
  )
    .input(z.strictObject({ bookingId: id, page: z.enum(['tracker', 'documents']) }))
    .output(z.object({ url: z.string(), opensUntil: instant })),
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
        /** The total to refund; defaults to the terms. Another amount needs a reason and the right to refund. */
        refund_amount: moneySchema.optional(),
        refund_reason: text(1000).optional(),
        /** Refused if the booking has changed since that version. */
        version: z.int().optional(),
      }),
    )
    .output(adminBookingView),
  quoteMove: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/move-quotes',
    'The effect of moving the booking; staff may move it outside its terms',
    { readsOnly: true },
  )
    .input(z.strictObject({ bookingId: id, ...moveStart }))
    .output(moveQuote),
  move: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/moves',
    'Moves a booking to another departure, at once or once the difference is paid; outside its terms with a reason',
    { idempotent: true },
  )
    .input(moveInput)
    .output(adminBookingView),
  quoteChange: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/change-quotes',
    'The effect of changing date, time, party or answers of a booking',
    { readsOnly: true },
  )
    .input(z.strictObject(changeWanted))
    .output(moveQuote),
  change: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/changes',
    'Changes date, time, party or answers of a booking, at once or once the difference is paid',
    { idempotent: true },
  )
    .input(changeInput)
    .output(adminBookingView),
  keepDeparture: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/prepared-move/ending',
    'Ends a move whose difference is not paid yet; the booking stays as it is',
  )
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  complete: procedure('staff:bookings', 'POST /admin/bookings/{bookingId}/completion', 'confirmed -> completed')
    .input(z.strictObject({ bookingId: id }))
    .output(adminBookingView),
  reopen: procedure(
    'staff:reopening',
    'POST /admin/bookings/{bookingId}/reopening',
    'completed -> confirmed, with a reason',
  )
    .input(z.strictObject({ bookingId: id, reason: text(1000) }))
    .output(adminBookingView),
}
