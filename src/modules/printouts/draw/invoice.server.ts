import { isolated } from '../../../kernel/direction.ts'
import { catalogueLanguage, type Language } from '../../../kernel/language.ts'
import type { Say } from '../../../kernel/messages.ts'
import type { Money } from '../../../kernel/money.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import { formatPercent } from '../../../services/shared/breakdown.ts'
import { type changeSince, type InvoiceContent, tripDays } from '../rules.ts'
import { text } from '../text.ts'
import { amountText, drawCustomer, drawHead, drawLines, drawSum, drawSumRule, left } from './parts.server.ts'
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
  y = drawLines(sheet, { say, lines: content.lines }, y)
  y = drawSums(sheet, printout, y)
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

function drawSums(sheet: Sheet, printout: InvoicePrintout, top: number): number {
  const { content, paid, refunded, due } = printout
  const say = sayIn(languageOfInvoice(content))
  const tax =
    content.taxRate === null ? text('invoice.taxLine') : text('invoice.taxAt', { rate: formatPercent(content.taxRate) })
  const sums = [
    { label: say(text('invoice.discount')), amount: content.discount, sign: '-' },
    { label: say(tax), amount: content.tax, sign: '' },
  ].filter(({ amount }) => amount.minor > 0)
  let y = top
  if (y > sheet.height - 200) {
    sheet.nextPage()
    y = 56
  }
  const row = (label: string, amount: string, isTotal = false): void => {
    y = drawSum(sheet, { label, amount, isTotal }, y)
  }
  for (const { label, amount, sign } of sums) row(label, `${sign}${amountText(amount)}`)
  drawSumRule(sheet, y)
  y += 6
  row(say(text('invoice.total')), amountText(content.total), true)
  y += 6
  row(say(text('invoice.paid')), amountText(paid))
  if (refunded.minor > 0) row(say(text('invoice.refunded')), amountText(refunded))
  row(say(text('invoice.due')), amountText(due))
  return y
}
