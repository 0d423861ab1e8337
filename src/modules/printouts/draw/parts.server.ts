/** What invoices and credit notes have in common. */
import type { Say } from '../../../kernel/messages.ts'
import { formatAmount, type Money } from '../../../kernel/money.ts'
import type { InvoiceLine, Party } from '../rules.ts'
import { text } from '../text.ts'
import type { Sheet } from './sheet.server.ts'

export const left = 48
export const widthOf = (sheet: Sheet): number => sheet.width - 2 * left
export const amountText = (amount: Money): string => `${amount.currency} ${formatAmount(amount)}`
export const columns = { quantity: 300, unit: 345, total: 445 } as const

type Place = { readonly x: number; readonly y: number; readonly width: number }
function drawParty(sheet: Sheet, party: Party, { x, y, width }: Place): number {
  let at = y + sheet.text(party.name, x, y, width, { size: 12, weight: 700, align: 'left' })
  for (const line of party.lines) at += sheet.text(line, x, at, width, { size: 9, colour: 'soft' })
  return at
}

export interface Head {
  readonly title: string
  readonly seller: Party
  /** Beneath the title: the number, the day. */
  readonly facts: readonly string[]
}
/** These draw from `y` on and return where the next part begins. */
export function drawHead(sheet: Sheet, { title, seller, facts }: Head): number {
  const wide = widthOf(sheet)
  const half = wide / 2 - 12
  const x = left + half + 24
  const bottom = drawParty(sheet, seller, { x: left, y: 44, width: half })
  let at = 40 + sheet.text(title, x, 40, half, { size: 22, weight: 700, align: 'right' })
  for (const fact of facts) at += sheet.text(fact, x, at, half, { size: 11, align: 'right' })
  return Math.max(bottom, at) + 28
}

export interface Customer {
  readonly customer: Party
  readonly subject: string
  readonly reference: string
  /** Beneath the reference; '' for none. */
  readonly note: string
  readonly say: Say
}
export function drawCustomer(sheet: Sheet, content: Customer, y: number): number {
  const { say } = content
  const wide = widthOf(sheet)
  const half = wide / 2 - 12
  const x = left + half + 24
  const labels = { size: 8, weight: 700, colour: 'gold' } as const
  const height = sheet.text(say(text('invoice.billedTo')), left, y, half, labels)
  sheet.text(say(text('invoice.booking')), x, y, half, labels)
  const below = y + Math.max(14, height)
  const bottom = drawParty(sheet, content.customer, { x: left, y: below, width: half })
  let at = below + sheet.text(content.subject, x, below, half, { size: 12, weight: 700 })
  at += sheet.text(content.reference, x, at, half, { size: 9, colour: 'soft' })
  if (content.note) at += sheet.text(content.note, x, at, half, { size: 9, colour: 'soft' })
  return Math.max(bottom, at) + 28
}

type Listed = { readonly lines: readonly InvoiceLine[]; readonly say: Say }
export function drawLines(sheet: Sheet, { lines, say }: Listed, top: number): number {
  const wide = widthOf(sheet)
  let y = drawTableHead(sheet, say, top)
  for (const line of lines) {
    if (y > sheet.height - 140) {
      sheet.nextPage()
      y = drawTableHead(sheet, say, 56)
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

function drawTableHead(sheet: Sheet, say: Say, y: number): number {
  const wide = widthOf(sheet)
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

const sums = columns.unit - 60
type Sum = { readonly label: string; readonly amount: string; readonly isTotal?: boolean }
export function drawSum(sheet: Sheet, { label, amount, isTotal = false }: Sum, y: number): number {
  const style = isTotal ? ({ size: 14, weight: 700 } as const) : { size: 10 }
  const height = sheet.text(label, sums, y, 130, style)
  sheet.text(amount, sums + 110, y, left + widthOf(sheet) - 8 - sums - 110, { ...style, align: 'right' })
  return y + height + 4
}
export const drawSumRule = (sheet: Sheet, y: number): void =>
  sheet.rule(sums, y, left + widthOf(sheet) - 8 - sums, { colour: 'ink' })
