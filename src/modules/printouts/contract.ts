import * as z from 'zod'
import { moneySchema, procedure } from '../../kernel/contract.ts'
import { bookingAccess } from '../booking/contract.ts'

export const printoutLinks = z.object({
  invoice: z.string(),
  /** Null while there is none. */
  voucher: z.string().nullable(),
  calendar: z.string().nullable(),
  /** Of refunds, oldest first. */
  credit_notes: z.array(
    z.object({
      id: z.string(),
      /** 'CN-2026-000042' */
      number: z.string(),
      amount: moneySchema,
      href: z.string(),
    }),
  ),
})

export const printoutContract = {
  links: procedure(
    'public',
    'GET /bookings/{bookingId}/papers',
    'Where the papers of a booking are fetched: links that work for ten minutes',
  )
    .input(z.strictObject(bookingAccess))
    .output(printoutLinks),
}
