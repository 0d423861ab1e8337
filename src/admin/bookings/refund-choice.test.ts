import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import { chosenAmount, firstChoice, type Proposal, proposalInWords, readRefund } from './refund-choice.ts'

const usd = (minor: number) => money(minor, 'USD')
const proposal: Proposal = {
  percent: 50,
  days_left: 18,
  amount: usd(30_000),
  least: usd(0),
  most: usd(60_000),
}
const other = (amount: string, why: string) => ({ kind: 'other', amount, why }) as const

describe('the refund request', () => {
  it('sends the proposed amount as shown, and nothing when nothing was paid', () => {
    expect(readRefund(proposal, firstChoice)).toEqual({ sent: { refund_amount: usd(30_000) } })
    expect(readRefund(null, firstChoice)).toEqual({ sent: {} })
  })

  it('accepts another amount within what was paid, with a reason', () => {
    expect(readRefund(proposal, other('450.50', ' Goodwill '))).toEqual({
      sent: { refund_amount: usd(45_050), refund_reason: 'Goodwill' },
    })
    expect(readRefund(proposal, other('0', 'No-show'))).toMatchObject({ sent: { refund_amount: usd(0) } })
    expect(readRefund(proposal, other('450', ' '))).toEqual({
      errors: { refund_reason: 'Please give a reason for the different amount' },
    })
    for (const bad of ['', 'all', '-1', '600.01', '1.005'])
      expect(readRefund(proposal, other(bad, 'Goodwill')).errors, bad).toEqual({
        refund_amount: 'Please enter an amount from $0.00 to $600.00',
      })
    const gone = { ...proposal, least: usd(10_000) }
    expect(readRefund(gone, other('99.99', 'Goodwill')).errors).toHaveProperty('refund_amount')
  })
})

describe('the refund explanation', () => {
  it('names the refund by the terms, the amount paid and the days left [A157]', () => {
    expect(proposalInWords(proposal)).toBe(
      'Under the terms: 50% = $300.00 of $600.00 paid (cancelled 18 days before departure)',
    )
    expect(proposalInWords({ ...proposal, days_left: 1 })).toContain('1 day before departure')
    expect(proposalInWords({ ...proposal, percent: 0, days_left: 0, amount: usd(0) })).toContain(
      '0% = $0.00 of $600.00 paid (cancelled on the day of departure)',
    )
    expect(proposalInWords({ ...proposal, days_left: -2 })).toContain('after the day of departure')
  })
  it('says when no terms apply or more has already been refunded', () => {
    expect(proposalInWords({ ...proposal, percent: null, days_left: null, amount: usd(60_000) })).toBe(
      'No cancellation terms apply. A full refund of $600.00 is suggested.',
    )
    const gone = { ...proposal, amount: usd(40_000), least: usd(40_000) }
    expect(proposalInWords(gone)).toContain('$400.00 has already been refunded')
  })
  it('shows no amount while the input is not an amount', () => {
    expect(chosenAmount(proposal, other('x', ''))).toBeNull()
    expect(chosenAmount(proposal, other('601', ''))).toBeNull()
    expect(chosenAmount(proposal, other('60', ''))).toEqual(usd(6_000))
    expect(chosenAmount(proposal, firstChoice)).toEqual(usd(30_000))
  })
})
