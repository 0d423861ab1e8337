import PDFDocument from 'pdfkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Language } from '../../../kernel/language.ts'
import { money } from '../../../kernel/money.ts'
import { drawInvoice } from './invoice.server.ts'

const dirhams = (minor: number) => money(minor, 'AED')
const line = (quantity: number, unit: number) => ({
  ...{ text: 'Adult', quantity },
  ...{ unit: dirhams(unit), total: dirhams(quantity * unit) },
})
const party = { name: 'Asha Rao', lines: [] }
const content = {
  ...{ reference: 'TH1', seller: party, customer: party, subject: 'Safari', travelDate: null },
  lines: [line(2, 18_500), line(11, 9_000), line(1, 500)],
  ...{ discount: dirhams(10_000), tax: dirhams(0), taxRate: null, total: dirhams(126_500) },
}

type Drawn = { readonly text: string; readonly left: number; readonly right: number; readonly size: number }
/** The figures on the page, in the order in which they are drawn. */
async function figuresIn(language: Language): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  const { text } = PDFDocument.prototype
  const spy = vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (
    this: typeof PDFDocument.prototype,
    ...given
  ) {
    const [words, left] = given as unknown as [string, number]
    const { _fontSize: size } = this as unknown as { _fontSize: number }
    drawn.push({ text: words, left, right: left + this.widthOfString(words), size })
    return text.apply(this, given)
  })
  onTestFinished(() => spy.mockRestore())
  const none = dirhams(0)
  await drawInvoice({
    ...{ content: { ...content, language }, number: 'INV-2026-000001', issuedAt: new Date(0), issuedOn: '2026-11-28' },
    ...{ paid: none, refunded: none, due: dirhams(126_500), isCancelled: false, changed: null },
  })
  return drawn.filter(({ text }) => /^-?(AED [\d,.]+|\d+)$/.test(text))
}
const edges = (figures: readonly Drawn[]) => [...new Set(figures.map(({ right }) => Math.round(right * 10) / 10))]

describe.each(['en', 'ar', 'hi', 'ur'] as const)('the figures of an invoice in %s', (language) => {
  it('line up at their digits in each column', async () => {
    const figures = await figuresIn(language)
    const inColumn = (column: number) => figures.slice(0, 9).filter((_, at) => at % 3 === column)
    const [quantities, units, amounts] = [0, 1, 2].map((column) => inColumn(column))
    expect(quantities?.map(({ text }) => text)).toEqual(['2', '11', '1'])
    for (const column of [quantities, units, [...(amounts ?? []), ...figures.slice(9)]])
      expect(edges(column ?? [])).toHaveLength(1)
  })
})

it.each(['ar', 'ur'] as const)(
  'the widest figure reaches the end of the page in %s, where the column ends',
  async (language) => {
    const figures = await figuresIn(language)
    const total = figures.find(({ size }) => size === 14)
    expect(total?.text).toBe('AED 1,265.00')
    expect(total?.left).toBeCloseTo(56, 0)
    expect(Math.min(...figures.map(({ left }) => left))).toBe(total?.left)
  },
)
