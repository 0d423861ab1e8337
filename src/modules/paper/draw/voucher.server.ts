import type { Party } from '../rules.ts'
import { Sheet } from './sheet.server.ts'

/** What the traveller shows at the start. */
export interface VoucherPaper {
  readonly reference: string
  readonly title: string
  readonly leadName: string
  /** Label and value, in order: date, time, travellers, pickup. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly notes: readonly string[]
  readonly agency: Party
  /** The tracker's address with the reference: whoever checks the voucher sees the state of the booking there. */
  readonly checkUrl: string
  readonly issuedAt: Date
}

const left = 48

/** A boarding pass on the upper part of A4: the main part, a perforation, and the stub with the code. */
export async function drawVoucher(paper: VoucherPaper): Promise<Buffer> {
  const sheet = new Sheet(`Voucher ${paper.reference}`, paper.agency.name, paper.issuedAt)
  const wide = sheet.width - 2 * left
  const stub = 156
  const main = wide - stub
  const top = 48
  // The height depends on the texts: measured on a sheet that is thrown away.
  const height = drawMain(new Sheet('', '', paper.issuedAt), paper, top, main) - top + 20
  sheet.box(left, top, wide, height, 'paper', 12)
  sheet.box(left, top, wide, 44, 'ink', 12)
  sheet.box(left, top + 22, wide, 22, 'ink')
  drawMain(sheet, paper, top, main)
  drawStub(sheet, paper, left + main, top, stub)
  drawPerforation(sheet, left + main, top, height)
  drawBelow(sheet, paper, top + height + 28, wide)
  return sheet.finish()
}

function drawMain(sheet: Sheet, paper: VoucherPaper, top: number, width: number): number {
  const x = left + 20
  const inner = width - 40
  sheet.text(paper.agency.name, x, top + 13, inner, { size: 12, weight: 700, colour: 'white', align: 'left' })
  let y = top + 62
  y += sheet.text(paper.title, x, y, inner, { size: 18, weight: 700 }) + 6
  y += sheet.text(paper.leadName, x, y, inner, { size: 13, align: 'left' }) + 12
  const column = inner / 2
  for (let at = 0; at < paper.facts.length; at += 2) {
    const heights = paper.facts.slice(at, at + 2).map(({ label, value }, index) => {
      const left = x + index * column
      sheet.text(label.toUpperCase(), left, y, column - 12, { size: 8, weight: 700, colour: 'gold' })
      return 13 + sheet.text(value, left, y + 13, column - 12, { size: 12, weight: 700, align: 'left' })
    })
    y += Math.max(...heights) + 12
  }
  // The stub's code needs its room too.
  return Math.max(y, top + 236)
}

function drawStub(sheet: Sheet, paper: VoucherPaper, x: number, top: number, width: number): void {
  sheet.text('VOUCHER', x + 20, top + 14, width - 40, { size: 11, weight: 700, colour: 'white', align: 'left' })
  const size = width - 44
  sheet.box(x + 14, top + 60, size + 16, size + 16, 'white', 6)
  sheet.qr(paper.checkUrl, x + 22, top + 68, size)
  const below = top + 68 + size + 18
  sheet.text('REFERENCE', x + 20, below, width - 40, { size: 8, weight: 700, colour: 'gold' })
  sheet.text(paper.reference, x + 20, below + 12, width - 30, { size: 12, weight: 700 })
}

function drawPerforation(sheet: Sheet, x: number, top: number, height: number): void {
  for (let y = top + 54; y < top + height - 8; y += 8) sheet.circle(x, y, 1.3, 'line')
  sheet.circle(x, top, 8, 'white')
  sheet.circle(x, top + height, 8, 'white')
}

function drawBelow(sheet: Sheet, paper: VoucherPaper, top: number, wide: number): void {
  let y = top
  for (const note of paper.notes) y += sheet.text(`•  ${note}`, left, y, wide, { size: 10 }) + 4
  y += 12
  sheet.rule(left, y, wide)
  y += 12
  y += sheet.text(paper.agency.name, left, y, wide, { size: 10, weight: 700 })
  for (const line of paper.agency.lines) y += sheet.text(line, left, y, wide, { size: 9, colour: 'soft' })
}
