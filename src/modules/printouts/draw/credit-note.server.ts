import { isolated } from '../../../kernel/direction.ts'
import { catalogueLanguage } from '../../../kernel/language.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import type { CreditNoteContent } from '../credit-note-rules.ts'
import { text } from '../text.ts'
import {
  amountText,
  drawCustomer,
  drawHead,
  drawLines,
  drawSum,
  drawSumRule,
  left,
  totalsColumn,
  widthOf,
} from './parts.server.ts'
import { Sheet } from './sheet.server.ts'

export interface CreditNotePrintout {
  readonly content: CreditNoteContent
  /** 'CN-2026-000042' */
  readonly number: string
  readonly issuedAt: Date
}

/** A4, one page. */
export function drawCreditNote({ content, number, issuedAt }: CreditNotePrintout): Promise<Buffer> {
  const { seller, amount, tax, invoice, language = catalogueLanguage } = content
  const say = sayIn(language)
  const title = say(text(tax.minor > 0 ? 'creditNote.tax' : 'creditNote.plain'))
  const sheet = new Sheet({ title: `${title} ${number}`, author: seller.name, now: issuedAt, language })
  sheet.box(0, 0, sheet.width, 8, 'ink')
  let y = drawHead(sheet, { title, seller, facts: [number, content.issuedOn] })
  y = drawCustomer(sheet, { ...content, say, note: say(text('creditNote.invoice', invoice)) }, y)
  const line = say(text('creditNote.line', { reason: content.reason }))
  const lines = [{ text: line, quantity: 1, unit: amount, total: amount }]
  const sum = { label: say(text('creditNote.total')), amount: amountText(amount), isTotal: true }
  const included = { label: say(text('creditNote.includedTax')), amount: amountText(tax) }
  const totals = totalsColumn(sheet, { lines, sums: [sum, included], say })
  y = drawLines(sheet, { say, lines, totals }, y)
  drawSumRule(sheet, y)
  y = drawSum(sheet, { ...sum, totals }, y + 6)
  if (tax.minor > 0) drawSum(sheet, { ...included, totals }, y)
  sheet.rule(left, sheet.height - 56, widthOf(sheet))
  const note = say(text('creditNote.note', { number: invoice.number }))
  const signed = `${isolated(seller.name, language)} · ${isolated(content.reference, language)}`
  sheet.text(`${note} ${signed}`, left, sheet.height - 50, widthOf(sheet), {
    size: 8,
    colour: 'soft',
  })
  return sheet.finish()
}
