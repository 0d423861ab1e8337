/** What a credit note says. Pure. */
import type { Language } from '../../kernel/language.ts'
import type { MessageString } from '../../kernel/messages.ts'
import { type Money, money } from '../../kernel/money.ts'
import type { InvoiceContent, Party } from './rules.ts'
import { text } from './text.ts'

/** The content is stored when the note is issued; later changes do not affect it. */
export interface CreditNoteContent {
  /** That of the invoice; older ones are English. */
  readonly language?: Language
  readonly reference: string
  /** The day of issue on the agency's clock. */
  readonly issuedOn: string
  readonly seller: Party
  readonly customer: Party
  readonly subject: string
  readonly invoice: { readonly number: string; readonly issuedOn: string }
  readonly reason: string
  readonly amount: Money
  /** The tax within the amount. */
  readonly tax: Money
}

/** What a booking got back, in minor units of its currency: by earlier credit notes, and with this one. */
export interface Credited {
  readonly before: number
  readonly after: number
}

const reasons = new Map<string, MessageString>([
  ['booking_cancelled', text('creditNote.reasons.cancelled')],
  ['booking_moved', text('creditNote.reasons.moved')],
])
/** Customers never read what staff typed (D25). */
const reasonForCustomer = (reason: string): string => reasons.get(reason) ?? text('creditNote.reasons.other')

export interface CreditNoteFacts {
  readonly invoice: { readonly number: string; readonly issuedOn: string; readonly content: InvoiceContent }
  readonly seller: Party
  readonly issuedOn: string
  readonly credited: Credited
  readonly reason: string
}

export function creditNoteContent(facts: CreditNoteFacts): CreditNoteContent {
  const { invoice, seller, issuedOn, credited, reason } = facts
  const { reference, customer, subject, total, tax } = invoice.content
  const { currency } = total
  return {
    ...{ reference, issuedOn, seller, customer, subject },
    invoice: { number: invoice.number, issuedOn: invoice.issuedOn },
    reason: reasonForCustomer(reason),
    amount: money(credited.after - credited.before, currency),
    tax: money(taxWithin(total.minor, tax.minor, credited), currency),
  }
}

/**
 * The share of the invoice's tax, as the difference of two totals that are each rounded half up: the notes of an invoice
 * that is credited in full add up to its tax.
 */
export function taxWithin(totalMinor: number, taxMinor: number, { before, after }: Credited): number {
  if (totalMinor === 0) return 0
  const until = (credited: number): number => {
    const share = BigInt(taxMinor) * BigInt(Math.min(credited, totalMinor))
    return Number((2n * share + BigInt(totalMinor)) / (2n * BigInt(totalMinor)))
  }
  return until(after) - until(before)
}
