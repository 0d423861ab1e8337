import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import { inEnglish } from '../../services/testing/service.ts'
import { type Credited, creditNoteContent, taxWithin } from './credit-note-rules.ts'
import type { InvoiceContent } from './rules.ts'

const party = (name: string) => ({ name, lines: [] })
const sold: InvoiceContent = {
  ...{ reference: 'TH0123456789', subject: 'Desert safari', travelDate: '2026-12-01', lines: [], taxRate: '0.0500' },
  ...{ seller: party('Old name'), customer: party('Asha Rao') },
  ...{ discount: money(0, 'AED'), tax: money(500, 'AED'), total: money(10_500, 'AED') },
}
const noteOf = (credited: Credited, reason = 'The boat was late') =>
  inEnglish(
    creditNoteContent({
      invoice: { number: 'INV-2026-000007', issuedOn: '2026-11-02', content: sold },
      ...{ seller: party('New name'), issuedOn: '2026-11-20', credited, reason },
    }),
  )

describe('a credit note', () => {
  it('credits what was given back, in the currency of its invoice, with the tax within it', () => {
    expect(noteOf({ before: 0, after: 2_100 })).toMatchObject({
      ...{
        reference: 'TH0123456789',
        subject: 'Desert safari',
        customer: party('Asha Rao'),
        seller: party('New name'),
      },
      ...{ amount: money(2_100, 'AED'), tax: money(100, 'AED'), issuedOn: '2026-11-20' },
      invoice: { number: 'INV-2026-000007', issuedOn: '2026-11-02' },
    })
  })
  it('gives the reason in words for the customer, never what staff typed [D25]', () => {
    const reasons = ['booking_cancelled', 'booking_moved', 'The boat was late', 'external', 'toString']
    expect(reasons.map((reason) => noteOf({ before: 0, after: 100 }, reason).reason)).toEqual([
      'The booking was cancelled.',
      'The booking was changed to a lower price.',
      ...Array.from({ length: 3 }, () => 'The agency refunded this amount.'),
    ])
  })
  it('has the whole tax among the notes of an invoice that is credited in full', () => {
    const steps = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(steps, fc.nat(30_000), (amounts, tax) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0)
        const within = Math.min(tax, total)
        let before = 0
        const taxes = amounts.map((amount) => {
          const share = taxWithin(total, within, { before, after: before + amount })
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(amount + 1)
          before += amount
          return share
        })
        expect(taxes.reduce((sum, share) => sum + share, 0)).toBe(total === 0 ? 0 : within)
      }),
    )
  })
  it('never has more tax than its invoice, when a later payment is given back too', () => {
    expect(taxWithin(10_500, 500, { before: 0, after: 21_000 })).toBe(500)
    expect(taxWithin(10_500, 500, { before: 10_500, after: 21_000 })).toBe(0)
  })
  it('keeps exact cents of amounts beyond 2^53 in between', () => {
    expect(taxWithin(9_000_000_000_000, 900_000_000_001, { before: 0, after: 8_999_999_999_999 })).toBe(900_000_000_001)
  })
})
