/** A booking as it is shown. */
import * as z from 'zod'
import { id, instant, localDate, moneySchema } from '../../kernel/contract.ts'
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
