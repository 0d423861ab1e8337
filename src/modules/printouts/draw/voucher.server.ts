import { withoutIsolates } from '../../../kernel/direction.ts'
import type { Language } from '../../../kernel/language.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import type { Party } from '../rules.ts'
import { text } from '../text.ts'
import { Sheet } from './sheet.server.ts'

export interface VoucherPrintout {
  readonly reference: string
  readonly title: string
  readonly leadName: string
  /** In order: date, time, travellers, pickup or meeting point. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly notes: readonly string[]
  readonly agency: Party
  /** The address in the QR code: the tracker for customers, the check-in for staff. */
  readonly checkUrl: string
  readonly issuedAt: Date
  readonly language: Language
}

const left = 48

/** A boarding pass on the upper part of A4: main part, perforation, stub with the QR code. */
export async function drawVoucher(printout: VoucherPrintout): Promise<Buffer> {
  const { issuedAt: now, language } = printout
  const title = sayIn(language)(text('voucher.title', { reference: printout.reference }))
  const sheet = new Sheet({ title: withoutIsolates(title), author: printout.agency.name, now, language })
  const wide = sheet.width - 2 * left
  const stub = 156
  const main = wide - stub
  const top = 48
  // The height depends on the texts, so it is measured on a throwaway sheet.
  const height = drawMain(new Sheet({ title: '', author: '', now, language }), printout, top, main) - top + 20
  sheet.box(left, top, wide, height, 'paper', 12)
  sheet.box(left, top, wide, 44, 'ink', 12)
  sheet.box(left, top + 22, wide, 22, 'ink')
  drawMain(sheet, printout, top, main)
  drawStub(sheet, printout, left + main, top, stub)
  drawPerforation(sheet, left + main, top, height)
  drawBelow(sheet, printout, top + height + 28, wide)
  return sheet.finish()
}

function drawMain(sheet: Sheet, printout: VoucherPrintout, top: number, width: number): number {
  const x = left + 20
  const inner = width - 40
  sheet.text(printout.agency.name, x, top + 13, inner, { size: 12, weight: 700, colour: 'white', align: 'left' })
  let y = top + 62
  y += sheet.text(printout.title, x, y, inner, { size: 18, weight: 700 }) + 6
  y += sheet.text(printout.leadName, x, y, inner, { size: 13, align: 'left' }) + 12
  const column = inner / 2
  for (let at = 0; at < printout.facts.length; at += 2) {
    const heights = printout.facts.slice(at, at + 2).map(({ label, value }, index) => {
      const left = x + index * column
      const named = sheet.text(label.toUpperCase(), left, y, column - 12, { size: 8, weight: 700, colour: 'gold' })
      const below = Math.max(13, named)
      return below + sheet.text(value, left, y + below, column - 12, { size: 12, weight: 700, align: 'left' })
    })
    y += Math.max(...heights) + 12
  }
  // Leaves room for the QR code on the stub.
  return Math.max(y, top + 236)
}

function drawStub(sheet: Sheet, printout: VoucherPrintout, x: number, top: number, width: number): void {
  const say = sayIn(printout.language)
  sheet.text(say(text('voucher.heading')), x + 20, top + 14, width - 40, {
    size: 11,
    weight: 700,
    colour: 'white',
    align: 'left',
  })
  const size = width - 44
  sheet.box(x + 14, top + 60, size + 16, size + 16, 'white', 6)
  sheet.qr(printout.checkUrl, x + 22, top + 68, size)
  const below = top + 68 + size + 18
  const labels = { size: 8, weight: 700, colour: 'gold' } as const
  const named = sheet.text(say(text('voucher.reference')), x + 20, below, width - 40, labels)
  sheet.text(printout.reference, x + 20, below + Math.max(12, named), width - 30, { size: 12, weight: 700 })
}

function drawPerforation(sheet: Sheet, x: number, top: number, height: number): void {
  for (let y = top + 54; y < top + height - 8; y += 8) sheet.circle(x, y, 1.3, 'line')
  sheet.circle(x, top, 8, 'white')
  sheet.circle(x, top + height, 8, 'white')
}

function drawBelow(sheet: Sheet, printout: VoucherPrintout, top: number, wide: number): void {
  let y = top
  for (const note of printout.notes) y += sheet.text(`•  ${note}`, left, y, wide, { size: 10 }) + 4
  y += 12
  sheet.rule(left, y, wide)
  y += 12
  y += sheet.text(printout.agency.name, left, y, wide, { size: 10, weight: 700 })
  for (const line of printout.agency.lines) y += sheet.text(line, left, y, wide, { size: 9, colour: 'soft' })
}
