import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { Proposal, RefundChoice } from './refund-choice.ts'
import { RefundFields } from './refund-fields.tsx'

const usd = (minor: number) => money(minor, 'USD')
const proposal: Proposal = { percent: 50, days_left: 18, amount: usd(30_000), least: usd(0), most: usd(60_000) }
const words = (html: string) => html.replace(/<[^>]+>/g, '')
const drawn = (choice: Partial<RefundChoice>, more: { mayChoose?: boolean; proposal?: Proposal } = {}) =>
  renderToStaticMarkup(
    <RefundFields
      proposal={proposal}
      choice={{ kind: 'proposed', amount: '', why: '', ...choice }}
      mayChoose
      errors={{ refund_reason: 'Say why' }}
      onChange={() => {}}
      {...more}
    />,
  )

describe('the refund fields of a cancellation', () => {
  it('show the refund by the terms, the amount refunded and the amount kept [A157]', () => {
    const html = drawn({})
    expect(words(html)).toContain('Under the terms: 50% = $300.00 of $600.00 paid (cancelled 18 days before departure)')
    expect(words(html)).toContain('Refunded to the customer$300.00')
    expect(words(html)).toContain('Kept by the agency$300.00')
    expect(html.match(/type="radio"/g)).toHaveLength(2)
  })

  it('ask for another amount and a reason only when chosen, and show errors at the field', () => {
    expect(drawn({})).not.toContain('Reason for a different amount')
    const html = drawn({ kind: 'other', amount: '100', why: '' })
    expect(html).toContain('Reason for a different amount')
    expect(html).toMatch(/aria-invalid="true"/)
    expect(words(html)).toContain('Say why')
    expect(words(html)).toContain('Kept by the agency$500.00')
  })

  it('offer no choice to staff without the refund permission', () => {
    const html = drawn({}, { mayChoose: false })
    expect(html).not.toContain('type="radio"')
    expect(words(html)).toContain('Refunded to the customer$300.00')
  })

  it('show what has already been refunded', () => {
    const gone = { ...proposal, least: usd(10_000) }
    expect(words(drawn({}, { proposal: gone }))).toContain('$100.00 has already been refunded.')
  })
})
