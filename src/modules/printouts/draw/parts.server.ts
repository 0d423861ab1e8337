/** What invoices and credit notes have in common. */
import type { Say } from '../../../kernel/messages.ts'
import { formatAmount, type Money } from '../../../kernel/money.ts'
import type { InvoiceLine, Party } from '../rules.ts'
import { text } from '../text.ts'
import type { Sheet, TextStyle } from './sheet.server.ts'

export const left = 48
export const widthOf = (sheet: Sheet): number => sheet.width - 2 * left
export const amountText = (amount: Money): string => `${amount.currency} ${formatAmount(amount)}`

type Column = { readonly x: number; readonly width: number }
const columns = {
  quantity: { x: 300, width: 36 },
  unit: { x: 345, width: 92 },
  total: { x: 445, width: 94 },
} as const satisfies Record<string, Column>
const headings = { size: 8, weight: 700, colour: 'soft' } as const
const sumStyle = { size: 10 } as const
const totalStyle = { size: 14, weight: 700 } as const

type Figures = readonly (readonly [text: string, style: TextStyle])[]
/** The end of a column, as wide as its widest figure. There the digits of all figures line up, on mirrored pages too. */
function figureColumn(sheet: Sheet, { x, width }: Column, figures: Figures): Column {
  const widest = Math.min(width, Math.max(...figures.map(([text, style]) => sheet.widthOf(text, style))))
  return { x: x + width - widest, width: widest }
}
type Figure = TextStyle & { readonly text: string; readonly y: number }
const drawFigure = (sheet: Sheet, { x, width }: Column, { text, y, ...style }: Figure): number =>
  sheet.text(text, x, y, width, { ...style, align: 'digits' })

export type Sum = { readonly label: string; readonly amount: string; readonly isTotal?: boolean }
type Totals = { readonly lines: readonly InvoiceLine[]; readonly sums: readonly Sum[]; readonly say: Say }
/** The last column, for the amounts of lines and sums. */
export const totalsColumn = (sheet: Sheet, { lines, sums, say }: Totals): Column =>
  figureColumn(sheet, columns.total, [
    [say(text('invoice.amount')), headings],
    ...lines.map(({ total }) => [amountText(total), sumStyle] as const),
    ...sums.map(({ amount, isTotal }) => [amount, isTotal ? totalStyle : sumStyle] as const),
  ])

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
  let at = 44 + sheet.text(title, x, 40, half, { size: 22, weight: 700, align: 'right' })
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

type Listed = { readonly lines: readonly InvoiceLine[]; readonly say: Say; readonly totals: Column }
export function drawLines(sheet: Sheet, { lines, say, totals }: Listed, top: number): number {
  const wide = widthOf(sheet)
  const quantity = figureColumn(sheet, columns.quantity, [
    [say(text('invoice.quantity')), headings],
    ...lines.map((line) => [String(line.quantity), sumStyle] as const),
  ])
  const unit = figureColumn(sheet, columns.unit, [
    [say(text('invoice.unit')), headings],
    ...lines.map((line) => [amountText(line.unit), sumStyle] as const),
  ])
  const places = { quantity, unit, totals }
  let y = drawTableHead(sheet, { say, ...places }, top)
  for (const line of lines) {
    if (y > sheet.height - 140) {
      sheet.nextPage()
      y = drawTableHead(sheet, { say, ...places }, 56)
    }
    const height = sheet.text(line.text, left + 8, y, columns.quantity.x - left - 16)
    drawFigure(sheet, quantity, { ...sumStyle, text: String(line.quantity), y })
    drawFigure(sheet, unit, { ...sumStyle, text: amountText(line.unit), y })
    drawFigure(sheet, totals, { ...sumStyle, text: amountText(line.total), y })
    y += height + 8
    sheet.rule(left, y - 3, wide)
  }
  return y + 8
}

type TableHead = { readonly say: Say; readonly quantity: Column; readonly unit: Column; readonly totals: Column }
function drawTableHead(sheet: Sheet, { say, quantity, unit, totals }: TableHead, top: number): number {
  sheet.box(left, top, widthOf(sheet), 22, 'paper', 4)
  const style = { ...headings, y: top + 5 }
  sheet.text(say(text('invoice.description')), left + 8, style.y, 200, headings)
  drawFigure(sheet, quantity, { ...style, text: say(text('invoice.quantity')) })
  drawFigure(sheet, unit, { ...style, text: say(text('invoice.unit')) })
  drawFigure(sheet, totals, { ...style, text: say(text('invoice.amount')) })
  return top + 30
}

const sumsLeft = columns.unit.x - 60
/** A large total may be wider than the column. */
export function drawSum(sheet: Sheet, { label, amount, isTotal, totals }: Sum & { totals: Column }, y: number): number {
  const style = isTotal ? totalStyle : sumStyle
  const height = sheet.text(label, sumsLeft, y, 130, style)
  const width = Math.max(totals.width, sheet.widthOf(amount, style))
  drawFigure(sheet, { x: totals.x + totals.width - width, width }, { ...style, text: amount, y })
  return y + height + 4
}
export const drawSumRule = (sheet: Sheet, y: number): void =>
  sheet.rule(sumsLeft, y, left + widthOf(sheet) - 8 - sumsLeft, { colour: 'ink' })
