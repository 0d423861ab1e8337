import { dateIn } from '../../kernel/dates.ts'
import { catalogueLanguage } from '../../kernel/language.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { resolveTexts } from '../../platform/messages.server.ts'
import { type BookingDeps, type BookingRecord, lockBooking } from '../booking/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { type CreditNoteContent, creditNoteContent } from './credit-note-rules.ts'
import { findInvoice, findOrIssueInvoice, sellerOf, takeNumber } from './invoices.server.ts'
import { invoiceNumber, seriesOf } from './rules.ts'

export interface CreditNote {
  readonly id: string
  /** 'CN-2026-000042' */
  readonly number: string
  readonly content: CreditNoteContent
  readonly issuedAt: Date
  readonly refundId: string
}
type Refunded = { readonly bookingId: string; readonly refundId: string; readonly reason: string }

/**
 * Issues the credit note of a refund that was made, with the next number of its year. It credits what the booking got
 * back beyond its earlier notes, so refunds that are made together may share one. Money that never paid for the booking
 * (an overpayment, a second payment) is not credited, nor is a booking without an invoice. Safe to repeat.
 */
export async function issueCreditNote(deps: BookingDeps, refunded: Refunded): Promise<void> {
  const settings = await readSettings(deps)
  const { credit_note_prefix: prefix, time_zone: zone } = settings
  // The refund may be reported before the sale was.
  await findOrIssueInvoice(deps, refunded.bookingId)
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, refunded.bookingId)
    const [invoice, notes] = [await findInvoice(trx, booking.id, zone), await listCreditNotes(trx, booking.id)]
    const credited = { before: creditedBy(notes), after: booking.refunded_minor }
    const isKnown = notes.some(({ refundId }) => refundId === refunded.refundId)
    if (!invoice || isKnown || credited.after <= credited.before) return
    const now = deps.clock()
    const issuedOn = dateIn(zone, now)
    const { language = catalogueLanguage } = invoice.content
    const facts = { invoice, seller: sellerOf(settings, language), issuedOn, credited, reason: refunded.reason }
    const content = { ...resolveTexts(creditNoteContent(facts), language), language }
    const series = seriesOf(prefix, issuedOn)
    await store(trx, booking, { refunded, invoiceId: invoice.id, content, series, now })
  })
}

const creditedBy = (notes: readonly CreditNote[]): number =>
  notes.reduce((sum, { content }) => sum + content.amount.minor, 0)

type Stored = {
  readonly refunded: Refunded
  readonly invoiceId: string
  readonly content: CreditNoteContent
  readonly series: string
  readonly now: Date
}
async function store(trx: Trx, booking: BookingRecord, note: Stored): Promise<void> {
  await trx
    .insertInto('credit_notes')
    .values({
      id: newId(note.now),
      booking_id: booking.id,
      invoice_id: note.invoiceId,
      refund_id: note.refunded.refundId,
      series: note.series,
      number: await takeNumber(trx, note.series),
      amount_minor: note.content.amount.minor,
      content: JSON.stringify(note.content),
      issued_at: note.now,
    })
    .execute()
}

/** Oldest first. */
export async function listCreditNotes(q: Queryable, bookingId: string): Promise<CreditNote[]> {
  const rows = await q
    .selectFrom('credit_notes')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  return rows.map(({ id, series, number, content, issued_at: issuedAt, refund_id: refundId }) => ({
    ...{ id, number: invoiceNumber(series, number), content, issuedAt, refundId },
  }))
}
