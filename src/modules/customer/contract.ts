import * as z from 'zod'
import { id, instant, line, localDate, moneySchema, pageInput, procedure, text } from '../../kernel/contract.ts'
import { bookingRow } from '../booking/contract.ts'
import { expiryStates, marketingChoices, maxTagLength, maxTags } from './rules.ts'

const customerRow = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  tags: z.array(z.string()),
  has_account: z.boolean(),
  last_booked_at: instant.nullable(),
})
export type CustomerRow = z.infer<typeof customerRow>

const note = z.object({ id, text: z.string(), author: z.string(), at: instant })
const bookingLink = { booking_reference: z.string(), service_title: z.string() }
const passport = z.object({
  name: z.string(),
  passport_number: z.string(),
  passport_expiry: localDate.nullable(),
  state: z.enum(expiryStates),
  ...bookingLink,
})
const document = z.object({ id, name: z.string(), traveller: z.string().nullable(), at: instant, ...bookingLink })

const customerView = customerRow.extend({
  version: z.int(),
  language: z.string().nullable(),
  marketing: z.enum(marketingChoices),
  marketing_at: instant.nullable(),
  /** All addresses and numbers, the ones shown first included. */
  emails: z.array(z.object({ value: z.string(), is_verified: z.boolean() })),
  phones: z.array(z.string()),
  created_at: instant,
  bookings: z.int(),
  /** One per currency with something open. */
  balance: z.array(z.object({ owed: moneySchema, refund_due: moneySchema })),
  notes: z.array(note),
  /** Soonest expiry first, each number once. */
  passports: z.array(passport),
  /** The newest version of each, newest first. */
  documents: z.array(document),
})
export type CustomerView = z.infer<typeof customerView>

export const customerSorts = ['active', 'name'] as const
export const listInput = z.strictObject({
  q: line(200).optional(),
  tag: line(maxTagLength).optional(),
  sort: z.enum(customerSorts).default('active'),
  ...pageInput,
})
export type ListInput = z.output<typeof listInput>

export const changeInput = z.strictObject({
  customerId: id,
  version: z.int().min(1),
  name: line(100),
  email: line(254),
  phone: line(40),
  language: line(40),
  tags: z.array(line(maxTagLength)).max(maxTags),
  marketing: z.enum(marketingChoices),
})
export type ChangeInput = z.output<typeof changeInput>

const area = 'staff:bookings'
const one = { customerId: id }
const oneNote = { customerId: id, noteId: id }

export const customerContract = {
  admin: {
    list: procedure(area, 'GET /admin/customers', 'Customers, by name, email or phone number')
      .input(listInput)
      .output(
        z.object({
          items: z.array(customerRow),
          /** Counting stops at 1,000; then `totalIsExact` is false. */
          total: z.int(),
          totalIsExact: z.boolean(),
          nextCursor: z.string().nullable(),
        }),
      ),
    get: procedure(area, 'GET /admin/customers/{customerId}', 'A customer, with balance, notes and documents')
      .input(z.strictObject(one))
      .output(customerView),
    bookings: procedure(area, 'GET /admin/customers/{customerId}/bookings', "A customer's bookings, newest first")
      .input(z.strictObject({ ...one, ...pageInput }))
      .output(z.object({ items: z.array(bookingRow), nextCursor: z.string().nullable() })),
    change: procedure(area, 'PUT /admin/customers/{customerId}', 'Changes a customer; refuses an old version')
      .input(changeInput)
      .output(customerView),
    addNote: procedure(area, 'POST /admin/customers/{customerId}/notes', 'Adds a note', { idempotent: true })
      .input(z.strictObject({ ...one, text: text(5_000) }))
      .output(note),
    removeNote: procedure(area, 'DELETE /admin/customers/{customerId}/notes/{noteId}', 'Deletes a note')
      .input(z.strictObject(oneNote))
      .output(note),
    restoreNote: procedure(
      area,
      'POST /admin/customers/{customerId}/notes/{noteId}/restoration',
      'Brings a deleted note back',
    )
      .input(z.strictObject(oneNote))
      .output(note),
  },
}
