/** Bookings as they are shown. */
import * as z from 'zod'
import { id, instant, localDate, localTime, moneySchema } from '../../kernel/contract.ts'
import { travelModes } from '../inventory/index.ts'
import { caseStages } from './rules/case-stages.ts'
import { nextSteps, stepReasons } from './rules/next-step.ts'
import { bookingStatuses, paymentStatuses } from './rules/states.ts'

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

export const tripFact = z.object({ label: z.string(), value: z.string() })

/** The return leg of a booking, such as a transfer to the airport and home again. */
const returnLeg = z.object({
  travel_date: localDate,
  travel_time: localTime.nullable(),
  pickup_location: z.string().nullable(),
  trip_facts: z.array(tripFact),
})

/** The place in one line, its coordinates, or both. */
const meetingPoint = z.object({
  place: z.string().nullable(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
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
  /** Null for a document of the whole booking. */
  traveller: z.string().nullable(),
  delivered_at: instant,
  href: z.string(),
})

/** What the customer does next (rules/next-step.ts). */
const nextStep = z.object({
  step: z.enum(nextSteps),
  /** What a step 'wait' waits for, or why there is nothing to do. */
  because: z.enum(stepReasons).nullable(),
  /** How many documents. */
  count: z.int(),
  /** Details of travellers come before some of them. */
  needsDetails: z.boolean(),
  /** The one traveller whose documents they are; null: of several, or of the booking. */
  name: z.string().nullable(),
  traveller: id.nullable(),
  /** The one rejected document, and why it was rejected. */
  document: z.string().nullable(),
  reason: z.string().nullable(),
  /** Until when to pay. */
  until: instant.nullable(),
  /** When the agency expects to decide. */
  expectedBy: localDate.nullable(),
})

/** The stages of a visa or a clearance, in their order. */
const caseView = z.object({
  stages: z.array(z.object({ stage: z.enum(caseStages), is_done: z.boolean(), at: instant.nullable() })),
  expected_by: localDate.nullable(),
})

/** The language of a title that is not translated into that of the answer. */
export const titleLanguage = z.object({ service_title: z.string() }).optional()

/** For the owner, staff and holders of the booking's signed link. */
export const bookingView = z.object({
  id,
  booking_reference: z.string(),
  service_id: id,
  service_type: z.string(),
  service_title: z.string(),
  languages: titleLanguage,
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
  /** Return date of a group departure; null: not known, or no group. */
  return_date: z.string().nullable(),
  travel_mode: z.enum(travelModes).nullable(),
  /** Company and flight number, as text. */
  carrier: z.string().nullable(),
  time_zone: z.string(),
  selected_language: z.string().nullable(),
  /** Of emails and documents; null: the shop's default. */
  language: z.string().nullable(),
  pickup_location: z.string().nullable(),
  has_pickup: z.boolean(),
  /** As the item says it now; null: the customer is picked up, the booking is over, or the item names no place. */
  meeting_point: meetingPoint.nullable(),
  /** The item is sold on group departures only, so a move chooses from their list. */
  is_group_only: z.boolean(),
  /** What the kind says about the trip, such as drop-off and flight of a transfer. */
  trip_facts: z.array(tripFact),
  special_requests: z.string().nullable(),
  /** Null: one way. Not the return of a group, which is `return_date`. */
  return_leg: returnLeg.nullable(),
  details: z.record(z.string(), z.unknown()),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  /** A payment is being checked; do not ask the customer to pay again. */
  payment_checking: z.boolean(),
  is_partly_refunded: z.boolean(),
  /** Both name the gateway (D101). */
  payment_gateway: z.string().nullable(),
  payment_method: z.string().nullable(),
  payment_reference: z.string().nullable(),
  /** E.g. 'waiting_for_documents'; separate from booking_status (D91). */
  case_stage: z.string().nullable(),
  next_step: nextStep,
  /** Null for a booking that needs no documents. */
  case_progress: caseView.nullable(),
  /** The terms the booking was sold under; null: none were agreed, the agency decides. */
  cancellation: z
    .object({
      /**
       * Cancelled at least `days` days before the start, `percent` of the payment is refunded; `until` is the last
       * such day.
       */
      steps: z.array(z.object({ days: z.int(), percent: z.int(), until: localDate.nullable() })),
      /** Last day of free cancellation, or null. */
      free_until: localDate.nullable(),
      /** The refund if it was cancelled today. */
      today: z.object({ percent: z.int(), refund: moneySchema }).nullable(),
    })
    .nullable(),
  /** Whether this viewer can cancel it online. */
  cancel: z.object({
    /** False for a booking that is over: pages say nothing about cancelling it. */
    is_offered: z.boolean(),
    /** Why not; null: it can be cancelled. */
    obstacle: z.string().nullable(),
    /** What goes back to the customer if it is cancelled now. */
    refund: moneySchema,
  }),
  /** Whether this viewer can move it to another departure. */
  move: z.object({
    /** False for a booking that is over or has no departure: pages say nothing about moving it. */
    is_offered: z.boolean(),
    /** Why not; null: it can be moved. */
    obstacle: z.string().nullable(),
    /** Last day to move it. */
    until: localDate.nullable(),
    /** How many more times. */
    left: z.int(),
  }),
  /** It moves to a dearer departure once the difference is paid. */
  prepared_move: z
    .object({
      /** Party or answers change too, which the customer has agreed with staff. */
      changes_party: z.boolean(),
      /** Null: an application without a day. */
      travel_date: localDate.nullable(),
      travel_time: localTime.nullable(),
      /** Null: one way. */
      return_leg: z.object({ travel_date: localDate, travel_time: localTime.nullable() }).nullable(),
      difference: moneySchema,
      new_amount: moneySchema,
      /** The new places are held until then. */
      until: instant,
    })
    .nullable(),
  /** Increases with each change. */
  version: z.int(),
  /** To be paid in cash, but the agency decides first. */
  awaits_agency: z.boolean(),
  expires_at: instant.nullable(),
  /** Places that are held for a time, or were; null: they are kept, or places are not limited. */
  hold: z.object({ state: z.enum(['held', 'released']), until: instant, places: z.int() }).nullable(),
  created_at: instant,
  updated_at: instant,
  timeline: z.array(timelineEntry),
  /** Delivered documents, such as visas. Each link works for ten minutes and for this viewer. */
  issued_documents: z.array(issuedDocument),
})
export type BookingView = z.infer<typeof bookingView>

/** The new departures; of a return trip, a leg with the same start stays. */
export const moveStart = {
  travel_date: localDate,
  travel_time: localTime.nullish(),
  /** Left out: the return leg stays. */
  return_leg_date: localDate.optional(),
  return_leg_time: localTime.nullish(),
}
/** The effect of a move to another departure. */
export const moveQuote = z.object({
  old_amount: moneySchema,
  /** The price of the booking after the move. */
  new_amount: moneySchema,
  /** The price of the departure; staff may move a paid booking there at no extra charge. */
  departure_amount: moneySchema,
  /**
   * 'same'; 'open': not paid yet, the new price is to be paid; 'refund': the difference is refunded; 'dearer': the
   * difference is paid first; 'other': it cannot be compared.
   */
  settlement: z.enum(['same', 'open', 'refund', 'dearer', 'other']),
  /** 'dearer': what is to be paid before it moves there. */
  difference: moneySchema.nullable(),
  /** Why it cannot move there for this price. */
  objection: z.string().nullable(),
  /** Staff only: the move needs a reason; a dearer one whose difference is charged only if it `is_outside_terms`. */
  needs_reason: z.boolean(),
  is_outside_terms: z.boolean(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Send it with the move. */
  version: z.int(),
})
export type MoveQuote = z.infer<typeof moveQuote>

export const bookingRow = z.object({
  id,
  version: z.int(),
  booking_reference: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string().nullable(),
  travel_date: z.string().nullable(),
  /** Of a group departure. */
  return_date: z.string().nullable(),
  final_amount: moneySchema,
  /** Null if the rate is unknown. */
  amount_inr: moneySchema.nullable(),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  /** A payment is being checked; do not ask the customer to pay again. */
  payment_checking: z.boolean(),
  is_partly_refunded: z.boolean(),
  payment_method: z.string().nullable(),
  created_at: instant,
})
export type BookingRow = z.infer<typeof bookingRow>
