import { sql } from 'kysely'
import { agencyTimeZone, dateIn } from '../../kernel/dates.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { type BookingDeps, type BookingRecord, lockBooking } from '../booking/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { type InvoiceContent, invoiceContent, invoiceNumber, isInvoiced, type Party, seriesOf } from './rules.ts'

export interface Invoice {
  /** 'INV-2026-000042'; null = pro forma: worked out anew each time and kept nowhere. */
  readonly number: string | null
  readonly content: InvoiceContent
  readonly issuedAt: Date
}

/** The agency as papers name it. */
export async function readSeller(deps: BookingDeps): Promise<Party> {
  const settings = await readSettings(deps)
  const taxNumber = settings.tax_number && `Tax registration number ${settings.tax_number}`
  const lines = [...settings.address.split('\n'), settings.contact_phone, settings.contact_email, taxNumber]
  return {
    name: settings.company_name || settings.site_title,
    lines: lines.map((line) => line.trim()).filter((line) => line !== ''),
  }
}

/**
 * The booking's invoice: issued with the next number of its year the first time it is asked for after the sale, and
 * the same ever after. Before the sale a pro forma without a number.
 */
export async function findOrIssueInvoice(deps: BookingDeps, bookingId: string): Promise<Invoice> {
  const seller = await readSeller(deps)
  const { invoice_prefix: prefix } = await readSettings(deps)
  return deps.db.transaction().execute(async (trx) => {
    // The booking's lock makes the second of two at once find the invoice of the first, and take no number.
    const booking = await lockBooking(trx, bookingId)
    const known = await trx.selectFrom('invoices').selectAll().where('booking_id', '=', bookingId).executeTakeFirst()
    if (known)
      return { number: invoiceNumber(known.series, known.number), content: known.content, issuedAt: known.issued_at }
    const now = deps.clock()
    const content = invoiceContent(booking, seller)
    if (!isInvoiced(booking)) return { number: null, content, issuedAt: now }
    return issue(trx, booking, content, seriesOf(prefix, dateIn(agencyTimeZone, now)), now)
  })
}

async function issue(
  trx: Trx,
  booking: BookingRecord,
  content: InvoiceContent,
  series: string,
  now: Date,
): Promise<Invoice> {
  const number = await takeNumber(trx, series)
  await trx
    .insertInto('invoices')
    .values({
      id: newId(),
      booking_id: booking.id,
      series,
      number,
      content: JSON.stringify(content),
      issued_at: now,
    })
    .execute()
  return { number: invoiceNumber(series, number), content, issuedAt: now }
}

/** The next number of the series. Its row stays locked until the transaction ends: a failed one gives no gap. */
async function takeNumber(trx: Trx, series: string): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`
    insert into invoice_series as s (series, last_number) values (${series}, 1)
    on conflict (series) do update set last_number = s.last_number + 1 returning last_number`.execute(trx)
  const taken = rows[0]?.last_number
  if (taken === undefined) throw new Error('The series gave no number')
  return taken
}
