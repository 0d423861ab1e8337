import { Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { type MailDeps, type MailValues, type ShownMail, showMail } from '../../mail/index.server.ts'
import type { DepartureCustomers } from '../departure-message-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { BulkMessage, ConfirmPreview } from './contract.ts'
import { maxNamed } from './limits.ts'
import { reasonToSkip, recipientsOf, referencesOf, type SkipReason, skipReasons } from './rules.ts'
import { type ChosenBooking, isErased, readChosen, versionsOf } from './select.server.ts'

/** A rule of the payment room, which this room may not import. */
export type FindDecidedByTransfer = (q: Queryable, bookings: readonly ChosenBooking[]) => Promise<ReadonlySet<string>>

const named = (bookings: readonly ChosenBooking[]) => ({
  count: bookings.length,
  first: bookings
    .slice(0, maxNamed)
    .map(({ id, booking_reference, customer_name }) => ({ id, booking_reference, customer_name })),
})

/** What a confirmation would do. Stores nothing. Two statements. */
export async function previewConfirm(
  deps: BookingDeps,
  findDecidedByTransfer: FindDecidedByTransfer,
  ids: readonly string[],
): Promise<ConfirmPreview> {
  const bookings = await readChosen(deps.db, ids)
  const decided = await findDecidedByTransfer(deps.db, bookings)
  const byReason = Map.groupBy(bookings, (booking) =>
    reasonToSkip(booking, { hasTransfer: decided.has(booking.id), confirmsUnpaid: false }),
  )
  const of = (reason: SkipReason | null) => byReason.get(reason) ?? []
  return {
    versions: versionsOf(bookings),
    ready: of(null).length,
    unpaid: named(of('unpaid')),
    skipped: skipReasons.flatMap((reason) =>
      reason === 'unpaid' || of(reason).length === 0 ? [] : [{ reason, ...named(of(reason)) }],
    ),
  }
}

export const bulkMail = 'booking_message'
type Words = Pick<BulkMessage, 'subject' | 'text'> & { readonly references: string }
/** The mail links to the customer's first booking and lists all of them. */
export const bulkMailValues = ({ subject, text, references }: Words): MailValues => ({
  subject,
  message: text,
  booking_reference: references,
})

export type MessagePreview = ShownMail & {
  readonly to: string
  readonly count: number
  readonly customers: DepartureCustomers
  readonly left_out: number
}
/** The mail to the first customer, and who gets it. Refuses 'booking/no-recipients'. */
export async function previewMessage(
  deps: BookingDeps & Pick<MailDeps, 'bookingMailFacts'>,
  { ids, subject, text }: BulkMessage,
): Promise<MessagePreview> {
  const bookings = await readChosen(deps.db, ids)
  const present = bookings.filter((booking) => !isErased(booking))
  const recipients = recipientsOf(present)
  const [first] = recipients
  const facts = first && (await deps.bookingMailFacts(first.bookings[0].id))
  if (!first || !facts) throw new Refusal('booking/no-recipients')
  const own = bulkMailValues({ subject, text, references: referencesOf(first) })
  return {
    ...{ to: facts.to, ...(await showMail(deps, bulkMail, { ...facts, values: { ...facts.values, ...own } })) },
    count: recipients.length,
    customers: recipients.slice(0, maxNamed).map(({ name, email, bookings: all }) => ({
      customer_name: name,
      customer_email: email,
      references: all.slice(0, maxNamed).map(({ booking_reference }) => booking_reference),
    })),
    left_out: bookings.length - present.length,
  }
}
