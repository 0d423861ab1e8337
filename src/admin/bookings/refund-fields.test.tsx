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

describe('the refund of a cancellation', () => {
  it('shows what the terms give, what goes back and what stays [A157]', () => {
    const html = drawn({})
    expect(words(html)).toContain('By the terms: 50% = $300.00 of $600.00 paid (cancelled 18 days before the start)')
    expect(words(html)).toContain('Goes back to the customer$300.00')
    expect(words(html)).toContain('Stays with the agency$300.00')
    expect(html.match(/type="radio"/g)).toHaveLength(2)
  })

  it('asks for another amount and why only when it is chosen, and shows what is wrong at its field', () => {
    expect(drawn({})).not.toContain('Why another amount')
    const html = drawn({ kind: 'other', amount: '100', why: '' })
    expect(html).toContain('Why another amount')
    expect(html).toMatch(/aria-invalid="true"/)
    expect(words(html)).toContain('Say why')
    expect(words(html)).toContain('Stays with the agency$500.00')
  })

  it('leaves no choice to those who may not give money back', () => {
    const html = drawn({}, { mayChoose: false })
    expect(html).not.toContain('type="radio"')
    expect(words(html)).toContain('Goes back to the customer$300.00')
  })

  it('says what has gone back already', () => {
    const gone = { ...proposal, least: usd(10_000) }
    expect(words(drawn({}, { proposal: gone }))).toContain('$100.00 of it has gone back already.')
  })
})
