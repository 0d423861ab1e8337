import { dateIn } from '../../kernel/dates.ts'
import type { Language } from '../../kernel/language.ts'
import { languageOf } from '../../kernel/language-offer.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { resolveTexts, say } from '../../platform/messages.server.ts'
import { type BookingDeps, type BookingRecord, bookedTrip, lockBooking } from '../booking/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { languagesOf, type NamedSettings, siteNameIn } from '../settings/index.ts'
import {
  type InvoiceContent,
  invoiceContent,
  invoiceNumber,
  isInvoiced,
  isWithheld,
  type Party,
  seriesOf,
} from './rules.ts'
import { text } from './text.ts'

export interface Invoice {
  /** Null, like the number, for a pro forma invoice. */
  readonly id: string | null
  /** 'INV-2026-000042'; null for a pro forma invoice, which is not stored. */
  readonly number: string | null
  readonly content: InvoiceContent
  readonly issuedAt: Date
  /** That day on the agency's clock; a later change of the time zone does not move it. */
  readonly issuedOn: string
}

/** The agency's name and address block. */
export function sellerOf(settings: NamedSettings, language: Language): Party {
  const taxNumber = settings.tax_number && say(text('invoice.taxNumber', { number: settings.tax_number }), language)
  const lines = [...settings.address.split('\n'), settings.contact_phone, settings.contact_email, taxNumber]
  return {
    name: settings.company_name || siteNameIn(settings, language),
    lines: lines.map((line) => line.trim()).filter((line) => line !== ''),
  }
}

/**
 * The invoice of a booking: issued with the next number of its year on the first call after the sale, and unchanged
 * ever after. Before the sale, and while its confirmation is withdrawn, a pro forma invoice.
 */
export async function findOrIssueInvoice(deps: BookingDeps, bookingId: string): Promise<Invoice> {
  const settings = await readSettings(deps)
  const { invoice_prefix: prefix, time_zone: zone } = settings
  return deps.db.transaction().execute(async (trx) => {
    // The lock serializes parallel calls: the second finds the first one's invoice.
    const booking = await lockBooking(trx, bookingId)
    const known = isWithheld(booking) ? null : await findInvoice(trx, bookingId, zone)
    if (known) return known
    const now = deps.clock()
    const issuedOn = dateIn(zone, now)
    const { returnDate } = await bookedTrip(trx, booking)
    const language = languageOf(booking.language, languagesOf(settings))
    const written = invoiceContent(booking, sellerOf(settings, language), returnDate)
    const content = { ...resolveTexts(written, language), issuedOn, language }
    if (!isInvoiced(booking)) return { id: null, number: null, content, issuedAt: now, issuedOn }
    return { ...(await issue(trx, booking, content, seriesOf(prefix, issuedOn), now)), issuedOn }
  })
}

/** The issued invoice of a booking. */
export async function findInvoice(
  q: Queryable,
  bookingId: string,
  zone: string,
): Promise<(Invoice & { readonly id: string; readonly number: string }) | null> {
  const row = await q.selectFrom('invoices').selectAll().where('booking_id', '=', bookingId).executeTakeFirst()
  if (!row) return null
  const { id, content, issued_at: issuedAt } = row
  const issuedOn = content.issuedOn ?? dateIn(zone, issuedAt)
  return { id, number: invoiceNumber(row.series, row.number), content, issuedAt, issuedOn }
}

async function issue(
  trx: Trx,
  booking: BookingRecord,
  content: InvoiceContent,
  series: string,
  now: Date,
): Promise<Omit<Invoice, 'issuedOn'>> {
  const [id, number] = [newId(), await takeNumber(trx, series)]
  await trx
    .insertInto('invoices')
    .values({
      id,
      booking_id: booking.id,
      series,
      number,
      content: JSON.stringify(content),
      issued_at: now,
    })
    .execute()
  return { id, number: invoiceNumber(series, number), content, issuedAt: now }
}

/** The series row stays locked until the transaction ends, so a rollback leaves no gap. */
export async function takeNumber(trx: Trx, series: string): Promise<number> {
  const { last_number } = await trx
    .insertInto('invoice_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet(({ eb }) => ({ last_number: eb('invoice_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}
