import * as z from 'zod'
import { id, instant, line, localDate, moneySchema, pageInput, procedure, text } from '../../kernel/contract.ts'
import { bookingRow } from '../booking/contract.ts'
import { likenesses, mergedFields } from './merge/rules.ts'
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
  /** Records that staff merged into this one and can separate again, newest first. */
  merges: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      at: instant,
      by: z.string(),
    }),
  ),
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

const personPrintout = z.object({
  kind: z.enum(['voucher', 'invoice', 'credit_note', 'document']),
  /** 'INV-2026-000042'; null for what has no number. */
  number: z.string().nullable(),
  /** What a delivered document is, and whose. */
  label: z.string().nullable(),
  traveller: z.string().nullable(),
  at: instant.nullable(),
  /** Works for ten minutes. */
  href: z.string(),
  ...bookingLink,
})
export type PersonPrintout = z.infer<typeof personPrintout>

const mergeSide = z.object({
  id,
  version: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string().nullable(),
  has_account: z.boolean(),
})
const mergePreview = z.object({
  kept: mergeSide,
  other: mergeSide,
  /** What the merged record has in any case. */
  result: z.object({ tags: z.array(z.string()), marketing: z.enum(marketingChoices) }),
  /** What comes from the other record. */
  moves: z.object({
    ...{ bookings: z.int(), messages: z.int(), tasks: z.int(), notes: z.int(), wishes: z.int() },
    ...{ emails: z.array(z.string()), phones: z.array(z.string()), account: z.boolean() },
  }),
})
export type MergePreview = z.infer<typeof mergePreview>
const mergeCandidate = customerRow.extend({ because: z.array(z.enum(likenesses)) })
export type MergeCandidate = z.infer<typeof mergeCandidate>
const mergeInput = z.strictObject({
  customerId: id,
  version: z.int().min(1),
  other_id: id,
  other_version: z.int().min(1),
  /** Fields that take the other record's value; all others take it only if they are empty. */
  take: z.array(z.enum(mergedFields)).max(mergedFields.length),
})
export type MergeInput = z.output<typeof mergeInput>

const earlierTraveller = z.object({
  name: z.string(),
  date_of_birth: localDate.nullable(),
  passport_number: z.string().nullable(),
  passport_expiry: localDate.nullable(),
  booking_reference: z.string(),
})
export type EarlierTraveller = z.infer<typeof earlierTraveller>

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
    travellers: procedure(
      area,
      'GET /admin/customers/{customerId}/travellers',
      'Travellers of earlier bookings, each once, as the newest has them; the audit trail records who saw passports',
    )
      .input(z.strictObject(one))
      .output(z.object({ items: z.array(earlierTraveller) })),
    issuedDocuments: procedure(
      area,
      'GET /admin/customers/{customerId}/issued-documents',
      'Vouchers, invoices, credit notes and delivered documents of a customer, with links for ten minutes',
    )
      .input(z.strictObject(one))
      .output(z.array(personPrintout)),
    mergeCandidates: procedure(
      area,
      'GET /admin/customers/{customerId}/merge-candidates',
      'Customers who may be the same person, the likeliest first',
    )
      .input(z.strictObject(one))
      .output(z.array(mergeCandidate)),
    mergePreview: procedure(
      area,
      'GET /admin/customers/{customerId}/merge-preview/{otherId}',
      'What merging another customer into this one would do',
    )
      .input(z.strictObject({ ...one, otherId: id }))
      .output(mergePreview),
    merge: procedure(
      area,
      'POST /admin/customers/{customerId}/merges',
      'Merges another customer into this one; refuses old versions',
    )
      .input(mergeInput)
      .output(customerView),
    undoMerge: procedure(
      area,
      'DELETE /admin/customers/{customerId}/merges/{mergedId}',
      'Separates a merged customer again',
    )
      .input(z.strictObject({ ...one, mergedId: id }))
      .output(customerView),
    restoreNote: procedure(
      area,
      'POST /admin/customers/{customerId}/notes/{noteId}/restoration',
      'Brings a deleted note back',
    )
      .input(z.strictObject(oneNote))
      .output(note),
  },
}
