import { isolated } from '../../../kernel/direction.ts'
import { catalogueLanguage, type Language } from '../../../kernel/language.ts'
import type { MessageString, Say } from '../../../kernel/messages.ts'
import type { Money } from '../../../kernel/money.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import { formatPercent } from '../../../services/shared/breakdown.ts'
import { type changeSince, type InvoiceContent, tripDays } from '../rules.ts'
import { text } from '../text.ts'
import {
  amountText,
  drawCustomer,
  drawHead,
  drawLines,
  drawSum,
  drawSumRule,
  left,
  type Sum,
  totalsColumn,
} from './parts.server.ts'
import { Sheet } from './sheet.server.ts'

export interface InvoicePrintout {
  readonly content: InvoiceContent
  /** 'INV-2026-000042'; null for a pro forma invoice. */
  readonly number: string | null
  readonly issuedAt: Date
  readonly issuedOn: string
  /** Payments so far; not part of the invoice itself. */
  readonly paid: Money
  readonly refunded: Money
  readonly due: Money
  readonly isCancelled: boolean
  /** What holds after a change of the booking; null: the invoice says it. */
  readonly changed: ReturnType<typeof changeSince>
}

const languageOfInvoice = ({ language = catalogueLanguage }: InvoiceContent): Language => language

/** A4; long invoices continue on further pages. */
export async function drawInvoice(printout: InvoicePrintout): Promise<Buffer> {
  const { content, number } = printout
  const language = languageOfInvoice(content)
  const say = sayIn(language)
  const title = say(
    text(number === null ? 'invoice.proforma' : content.tax.minor > 0 ? 'invoice.tax' : 'invoice.plain'),
  )
  const sheet = new Sheet({
    ...{ title: `${title} ${number ?? content.reference}`, author: content.seller.name },
    ...{ now: printout.issuedAt, language },
  })
  const wide = sheet.width - 2 * left
  sheet.box(0, 0, sheet.width, 8, 'ink')
  let y = drawHead(sheet, { title, seller: content.seller, facts: [number ?? content.reference, printout.issuedOn] })
  const dates = say(tripDays(content))
  y = drawCustomer(sheet, { ...content, say, note: dates && say(text('invoice.travelDate', { date: dates })) }, y)
  y = drawAmounts(sheet, printout, y)
  sheet.rule(left, sheet.height - 56, wide)
  const signed = `${isolated(content.seller.name, language)} · ${isolated(content.reference, language)}`
  sheet.text(`${noteOf(printout, say)} ${signed}`.trim(), left, sheet.height - 50, wide, {
    size: 8,
    colour: 'soft',
  })
  return sheet.finish()
}

function noteOf({ number, isCancelled, changed }: InvoicePrintout, say: Say): string {
  if (isCancelled) return say(text('invoice.cancelledNote'))
  if (changed) return say(text('invoice.changedNote', { date: tripDays(changed), amount: amountText(changed.total) }))
  return number === null ? say(text('invoice.proformaNote')) : ''
}

function drawAmounts(sheet: Sheet, printout: InvoicePrintout, top: number): number {
  const say = sayIn(languageOfInvoice(printout.content))
  const { lines } = printout.content
  const sums = sumsOf(printout, say)
  const totals = totalsColumn(sheet, { lines, sums, say })
  let y = drawLines(sheet, { say, lines, totals }, top)
  if (y > sheet.height - 200) {
    sheet.nextPage()
    y = 56
  }
  for (const sum of sums) {
    if (sum.isTotal) {
      drawSumRule(sheet, y)
      y += 6
    }
    y = drawSum(sheet, { ...sum, totals }, y) + (sum.isTotal ? 6 : 0)
  }
  return y
}

/** Discount and tax, the total, and what was paid of it. */
function sumsOf({ content, paid, refunded, due }: InvoicePrintout, say: Say): readonly Sum[] {
  const { discount, tax, taxRate, total } = content
  const taxText = taxRate === null ? text('invoice.taxLine') : text('invoice.taxAt', { rate: formatPercent(taxRate) })
  const sum = (label: MessageString, amount: Money): Sum => ({ label: say(label), amount: amountText(amount) })
  return [
    ...(discount.minor > 0 ? [{ label: say(text('invoice.discount')), amount: `-${amountText(discount)}` }] : []),
    ...(tax.minor > 0 ? [sum(taxText, tax)] : []),
    { ...sum(text('invoice.total'), total), isTotal: true },
    sum(text('invoice.paid'), paid),
    ...(refunded.minor > 0 ? [sum(text('invoice.refunded'), refunded)] : []),
    sum(text('invoice.due'), due),
  ]
}
