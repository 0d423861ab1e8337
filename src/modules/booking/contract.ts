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

export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const

/** Counts beyond these are refused before any rule looks at them; the kind's own bounds are narrower. */
const count = (min: number) => z.int().min(min).max(500)

const nestsWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => nestsWithin(each, levels - 1)))

/** The kind's own fields, validated by the kind; what walks through them must not run out of stack. */
const ownFields = z.record(z.string(), z.unknown()).refine((fields) => nestsWithin(fields, 8), 'This nests too deeply')

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

export const priceLine = z.object({ label: z.string(), quantity: z.int(), unit: moneySchema, total: moneySchema })
export const priceBreakdown = z.object({
  lines: z.array(priceLine),
  base: moneySchema,
  tax: moneySchema,
  taxRate: z.string().nullable(),
  discount: moneySchema,
  total: moneySchema,
  final: moneySchema,
})

export const timelineEntry = z.object({
  /** 'booking-created', 'payment-completed', 'booking-confirmed', 'awaiting-confirmation', ... */
  event: z.string(),
  title: z.string(),
  description: z.string(),
  at: instant.nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const issuedDocument = z.object({
  id,
  /** 'Visa' */
  label: z.string(),
  /** Whose it is; null for one of the booking as a whole. */
  traveller: z.string().nullable(),
  delivered_at: instant,
  href: z.string(),
})

/** The booking as its owner, an administrator or the holder of its signed link sees it. */
export const bookingView = z.object({
  id,
  booking_reference: z.string(),
  service_id: id,
  service_type: z.string(),
  service_title: z.string(),
  service_href: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string().nullable(),
  adults_count: z.int(),
  children_count: z.int(),
  infants_count: z.int(),
  currency: z.string(),
  price_lines: z.array(priceLine),
  base_amount: moneySchema,
  discount_amount: moneySchema,
  promo_code: z.string().nullable(),
  tax_amount: moneySchema,
  total_amount: moneySchema,
  final_amount: moneySchema,
  paid_amount: moneySchema,
  refunded_amount: moneySchema,
  travel_date: z.string().nullable(),
  travel_time: z.string().nullable(),
  time_zone: z.string(),
  selected_language: z.string().nullable(),
  pickup_location: z.string().nullable(),
  has_pickup: z.boolean(),
  special_requests: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  /** One meaning each (D101): both name the gateway. */
  payment_gateway: z.string().nullable(),
  payment_method: z.string().nullable(),
  payment_reference: z.string().nullable(),
  /** Where the case stands, such as 'waiting_for_documents'; apart from booking_status (D91). */
  case_stage: z.string().nullable(),
  /** The cancellation terms that it was sold under; null: none were agreed, the agency decides. */
  cancellation: z
    .object({
      /** Cancelled `days` days before the start or earlier, `percent` of what was paid goes back; `until`: the last such day. */
      steps: z.array(z.object({ days: z.int(), percent: z.int(), until: localDate.nullable() })),
      /** All goes back until the end of that day; null where that is over, or never was. */
      free_until: localDate.nullable(),
      /** What would go back today of what was paid. */
      today: z.object({ percent: z.int(), refund: moneySchema }).nullable(),
    })
    .nullable(),
  expires_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  timeline: z.array(timelineEntry),
  /** What was applied for and is there, such as visas; each link works for ten minutes and for this viewer. */
  issued_documents: z.array(issuedDocument),
})
export type BookingView = z.infer<typeof bookingView>

/**
 * By session (owner, administrator) or by the booking's signed token; paperwork and one traveller also by that
 * traveller's. Anything else is 404.
 */
export const bookingAccess = { bookingId: id, token: z.string().max(300).optional() }

/** Travellers and documents of a booking, as far as they are there: of what was handed in the names, never a file (C225). */
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

const sortColumns = [
  'created_at',
  'booking_reference',
  'customer_name',
  'service_title',
  'service_type',
  'final_amount',
  'booking_status',
  'payment_status',
  'travel_date',
] as const
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
export const bookingRow = z.object({
  id,
  booking_reference: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string().nullable(),
  travel_date: z.string().nullable(),
  final_amount: moneySchema,
  /** final_amount in INR at today's rate; null where no rate is known. */
  amount_inr: moneySchema.nullable(),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  payment_method: z.string().nullable(),
  created_at: instant,
})
export type BookingRow = z.infer<typeof bookingRow>
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
  admin: {
    dashboard: procedure('staff:overview', 'GET /admin/dashboard', 'Figures and newest bookings').output(dashboard),
    trends: procedure(
      'staff:overview',
      'GET /admin/trends',
      'Revenue and bookings over time, bookings by state and kind',
    )
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
  },
}
