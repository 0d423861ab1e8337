/** What staff send to change a booking. */
import * as z from 'zod'
import { id, line, localDate, localTime, moneySchema, text } from '../../kernel/contract.ts'
import { knownLanguages } from '../../kernel/language.ts'
import { ownFields } from './own-fields.ts'
import { moveStart } from './view-contract.ts'

/** All fields as they are to be; '' is empty. */
export const correctionInput = z.strictObject({
  bookingId: id,
  /** Refused if the booking has changed since. */
  version: z.int(),
  customer_name: line(200),
  customer_email: line(254),
  customer_phone: line(40),
  selected_language: line(60),
  /** Of emails and documents; left out: it stays. */
  language: z.enum(knownLanguages).optional(),
  pickup_location: line(500),
  special_requests: text(2000),
  /** Mails the customer what has changed, to the corrected address. */
  tell_customer: z.boolean(),
})

/** The answers and travellers that change; the others stay. '' empties an answer. */
export const answersInput = z.strictObject({
  bookingId: id,
  /** Refused if the booking has changed since. */
  version: z.int(),
  answers: ownFields.default({}),
  /** By position from 0: adults, then children, then infants. */
  travellers: z
    .array(z.strictObject({ position: z.int().min(0).max(49), traveller: ownFields }))
    .max(50)
    .default([]),
  /** Changes it although the application was submitted, or a document issued. */
  is_confirmed: z.boolean().default(false),
  /** Mails the customer what has changed, without passport numbers and dates. */
  tell_customer: z.boolean(),
})

const count = z.int().min(0).max(500)
/** The booking as it is to be; what is left out stays. */
export const changeWanted = {
  bookingId: id,
  travel_date: localDate.optional(),
  travel_time: localTime.nullish(),
  /** Null ends the return trip; a day where there was none adds it. */
  return_leg_date: localDate.nullish(),
  return_leg_time: localTime.nullish(),
  adults_count: count.optional(),
  children_count: count.optional(),
  infants_count: count.optional(),
  /** '' empties an answer. */
  answers: ownFields.optional(),
  /** Positions from 0 of those who no longer travel; needed where they have names or have arrived. */
  removed: z.array(z.int().min(0).max(499)).max(500).optional(),
  /** Takes places that the departure does not have; needs the permission 'overbooking'. */
  overbooking_reason: line(500).nullish(),
}
export const changeInput = z.strictObject({
  ...changeWanted,
  reason: text(1000).default(''),
  /** How a paid booking that becomes dearer is settled: the difference is paid first, or waived with a reason. */
  difference: z.enum(['waive', 'charge']).default('charge'),
  /** The price that staff saw: if it has changed, nothing changes. */
  expected_amount: moneySchema.optional(),
  /** Refused if the booking has changed since. */
  version: z.int(),
  /** Changes it although the application was submitted, or a document issued. */
  is_confirmed: z.boolean().default(false),
  /** False: the customer gets no email about the change. */
  tell_customer: z.boolean(),
})

export const moveInput = z.strictObject({
  bookingId: id,
  ...moveStart,
  reason: text(1000).default(''),
  /** A paid booking moves to a dearer departure at no extra charge, or once the customer has paid the difference. */
  difference: z.enum(['waive', 'charge']).default('waive'),
  expected_amount: moneySchema.optional(),
  version: z.int().optional(),
})
