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

describe('what is sent of a refund', () => {
  it('is the proposed amount as it was shown, and nothing where nothing was paid', () => {
    expect(readRefund(proposal, firstChoice)).toEqual({ sent: { refund_amount: usd(30_000) } })
    expect(readRefund(null, firstChoice)).toEqual({ sent: {} })
  })

  it('is another amount within what was paid, with why', () => {
    expect(readRefund(proposal, other('450.50', ' Goodwill '))).toEqual({
      sent: { refund_amount: usd(45_050), refund_reason: 'Goodwill' },
    })
    expect(readRefund(proposal, other('0', 'No-show'))).toMatchObject({ sent: { refund_amount: usd(0) } })
    expect(readRefund(proposal, other('450', ' '))).toEqual({
      errors: { refund_reason: 'Please say why another amount goes back' },
    })
    for (const bad of ['', 'all', '-1', '600.01', '1.005'])
      expect(readRefund(proposal, other(bad, 'Goodwill')).errors, bad).toEqual({
        refund_amount: 'Please enter an amount from $0.00 to $600.00',
      })
    const gone = { ...proposal, least: usd(10_000) }
    expect(readRefund(gone, other('99.99', 'Goodwill')).errors).toHaveProperty('refund_amount')
  })
})

describe('a refund in words', () => {
  it('says what the terms give, of what was paid, and when it is cancelled [A157]', () => {
    expect(proposalInWords(proposal)).toBe(
      'By the terms: 50% = $300.00 of $600.00 paid (cancelled 18 days before the start)',
    )
    expect(proposalInWords({ ...proposal, days_left: 1 })).toContain('1 day before the start')
    expect(proposalInWords({ ...proposal, percent: 0, days_left: 0, amount: usd(0) })).toContain(
      '0% = $0.00 of $600.00 paid (cancelled on the day of the start)',
    )
    expect(proposalInWords({ ...proposal, days_left: -2 })).toContain('after the day of the start')
  })
  it('says so where no terms decide, or more has gone back already', () => {
    expect(proposalInWords({ ...proposal, percent: null, days_left: null, amount: usd(60_000) })).toBe(
      'No terms decide here: all of $600.00 is proposed',
    )
    const gone = { ...proposal, amount: usd(40_000), least: usd(40_000) }
    expect(proposalInWords(gone)).toContain('$400.00 has gone back already')
  })
  it('has no amount while what is typed is none', () => {
    expect(chosenAmount(proposal, other('x', ''))).toBeNull()
    expect(chosenAmount(proposal, other('601', ''))).toBeNull()
    expect(chosenAmount(proposal, other('60', ''))).toEqual(usd(6_000))
    expect(chosenAmount(proposal, firstChoice)).toEqual(usd(30_000))
  })
})
