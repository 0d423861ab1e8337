import { formatAmount, type Money } from '../../../kernel/money.ts'
import { say } from '../../../platform/messages.server.ts'
import { formatPercent } from '../../../services/shared/breakdown.ts'
import { type changeSince, type InvoiceContent, type InvoiceLine, type Party, tripDays } from '../rules.ts'
import { text } from '../text.ts'
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

const left = 48
const amountText = (amount: Money): string => `${amount.currency} ${formatAmount(amount)}`
const columns = { quantity: 300, unit: 345, total: 445 } as const

/** A4; long invoices continue on further pages. */
export async function drawInvoice(printout: InvoicePrintout): Promise<Buffer> {
  const { content, number } = printout
  const title = say(
    text(number === null ? 'invoice.proforma' : content.tax.minor > 0 ? 'invoice.tax' : 'invoice.plain'),
  )
  const sheet = new Sheet(`${title} ${number ?? content.reference}`, content.seller.name, printout.issuedAt)
  const wide = sheet.width - 2 * left
  sheet.box(0, 0, sheet.width, 8, 'ink')
  let y = drawHead(sheet, printout, title, wide)
  y = drawCustomer(sheet, content, y, wide)
  y = drawLines(sheet, content.lines, y, wide)
  y = drawSums(sheet, printout, y, wide)
  sheet.rule(left, sheet.height - 56, wide)
  const note = noteOf(printout)
  sheet.text(`${note} ${content.seller.name} · ${content.reference}`.trim(), left, sheet.height - 50, wide, {
    size: 8,
    colour: 'soft',
  })
  return sheet.finish()
}

function noteOf({ number, isCancelled, changed }: InvoicePrintout): string {
  if (isCancelled) return say(text('invoice.cancelledNote'))
  if (changed) return say(text('invoice.changedNote', { date: tripDays(changed), amount: amountText(changed.total) }))
  return number === null ? say(text('invoice.proformaNote')) : ''
}

function drawParty(sheet: Sheet, party: Party, x: number, y: number, width: number): number {
  let at = y + sheet.text(party.name, x, y, width, { size: 12, weight: 700, align: 'left' })
  for (const line of party.lines) at += sheet.text(line, x, at, width, { size: 9, colour: 'soft' })
  return at
}

function drawHead(sheet: Sheet, { content, number, issuedOn }: InvoicePrintout, title: string, wide: number): number {
  const half = wide / 2 - 12
  const x = left + half + 24
  const bottom = drawParty(sheet, content.seller, left, 44, half)
  let at = 40 + sheet.text(title, x, 40, half, { size: 22, weight: 700, align: 'right' })
  const facts = [number ?? content.reference, issuedOn]
  for (const fact of facts) at += sheet.text(fact, x, at, half, { size: 11, align: 'right' })
  return Math.max(bottom, at) + 28
}

function drawCustomer(sheet: Sheet, content: InvoiceContent, y: number, wide: number): number {
  const half = wide / 2 - 12
  const x = left + half + 24
  const labels = { size: 8, weight: 700, colour: 'gold' } as const
  sheet.text(say(text('invoice.billedTo')), left, y, half, labels)
  sheet.text(say(text('invoice.booking')), x, y, half, labels)
  const bottom = drawParty(sheet, content.customer, left, y + 14, half)
  let at = y + 14 + sheet.text(content.subject, x, y + 14, half, { size: 12, weight: 700 })
  at += sheet.text(content.reference, x, at, half, { size: 9, colour: 'soft' })
  const dates = say(tripDays(content))
  if (dates)
    at += sheet.text(say(text('invoice.travelDate', { date: dates })), x, at, half, {
      size: 9,
      colour: 'soft',
    })
  return Math.max(bottom, at) + 28
}

function drawLines(sheet: Sheet, lines: readonly InvoiceLine[], top: number, wide: number): number {
  let y = drawTableHead(sheet, top, wide)
  for (const line of lines) {
    if (y > sheet.height - 140) {
      sheet.nextPage()
      y = drawTableHead(sheet, 56, wide)
    }
    const height = sheet.text(line.text, left + 8, y, columns.quantity - left - 16)
    sheet.text(String(line.quantity), columns.quantity, y, 36, { align: 'right' })
    sheet.text(amountText(line.unit), columns.unit, y, 92, { align: 'right' })
    sheet.text(amountText(line.total), columns.total, y, left + wide - columns.total - 8, { align: 'right' })
    y += height + 8
    sheet.rule(left, y - 3, wide)
  }
  return y + 8
}

function drawTableHead(sheet: Sheet, y: number, wide: number): number {
  sheet.box(left, y, wide, 22, 'paper', 4)
  const style = { size: 8, weight: 700, colour: 'soft' } as const
  sheet.text(say(text('invoice.description')), left + 8, y + 5, 200, style)
  sheet.text(say(text('invoice.quantity')), columns.quantity, y + 5, 36, { ...style, align: 'right' })
  sheet.text(say(text('invoice.unit')), columns.unit, y + 5, 92, { ...style, align: 'right' })
  sheet.text(say(text('invoice.amount')), columns.total, y + 5, left + wide - columns.total - 8, {
    ...style,
    align: 'right',
  })
  return y + 30
}

function drawSums(sheet: Sheet, printout: InvoicePrintout, top: number, wide: number): number {
  const { content, paid, refunded, due } = printout
  const tax =
    content.taxRate === null ? text('invoice.taxLine') : text('invoice.taxAt', { rate: formatPercent(content.taxRate) })
  const sums = [
    { label: say(text('invoice.discount')), amount: content.discount, sign: '-' },
    { label: say(tax), amount: content.tax, sign: '' },
  ].filter(({ amount }) => amount.minor > 0)
  const x = columns.unit - 60
  const right = left + wide - 8
  let y = top
  if (y > sheet.height - 200) {
    sheet.nextPage()
    y = 56
  }
  const row = (label: string, text: string, isTotal = false): void => {
    const style = isTotal ? ({ size: 14, weight: 700 } as const) : { size: 10 }
    const height = sheet.text(label, x, y, 130, style)
    sheet.text(text, x + 110, y, right - x - 110, { ...style, align: 'right' })
    y += height + 4
  }
  for (const { label, amount, sign } of sums) row(label, `${sign}${amountText(amount)}`)
  sheet.rule(x, y, right - x, { colour: 'ink' })
  y += 6
  row(say(text('invoice.total')), amountText(content.total), true)
  y += 6
  row(say(text('invoice.paid')), amountText(paid))
  if (refunded.minor > 0) row(say(text('invoice.refunded')), amountText(refunded))
  row(say(text('invoice.due')), amountText(due))
  return y
}
