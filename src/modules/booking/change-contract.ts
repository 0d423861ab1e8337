/** What staff send to change a booking. */
import * as z from 'zod'
import { id, line, text } from '../../kernel/contract.ts'
import { ownFields } from './own-fields.ts'

/** All fields as they are to be; '' is empty. */
export const correctionInput = z.strictObject({
  bookingId: id,
  /** Refused if the booking has changed since. */
  version: z.int(),
  customer_name: line(200),
  customer_email: line(254),
  customer_phone: line(40),
  selected_language: line(60),
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
