import { describe, expect, it } from 'vitest'
import { anAttempt } from '../../testing/facts.ts'
import { nextAttempt, type Wanted } from './next-attempt.ts'

const wanted = (change: Partial<Wanted> = {}): Wanted => ({
  provider: 'made_up',
  amountMinor: 1000,
  currency: 'AED',
  isManual: (provider) => provider === 'bank_transfer',
  isExpired: () => false,
  ...change,
})

describe('a new attempt', () => {
  it('is created when none is open', () => {
    const ended = [anAttempt({ state: 'failed' }), anAttempt({ state: 'expired' })]
    expect(nextAttempt(ended, wanted()).kind).toBe('create')
  })
  it('is not created by a double click: the open one is reused', () => {
    for (const state of ['created', 'requires_action', 'processing'] as const) {
      expect(nextAttempt([anAttempt({ state })], wanted()).kind).toBe('reuse')
    }
  })
  it('waits until an open one with another method, amount or currency is closed', () => {
    const open = [anAttempt()]
    expect(nextAttempt(open, wanted({ provider: 'other' })).kind).toBe('close-first')
    expect(nextAttempt(open, wanted({ amountMinor: 999 })).kind).toBe('close-first')
    expect(nextAttempt(open, wanted({ currency: 'USD' })).kind).toBe('close-first')
    expect(nextAttempt(open, wanted({ isExpired: () => true })).kind).toBe('close-first')
  })
  it('waits while a bank decides, but not for a transfer that staff check', () => {
    const other = wanted({ provider: 'other' })
    expect(nextAttempt([anAttempt({ state: 'processing' })], other).kind).toBe('wait')
    const transfer = anAttempt({ state: 'processing', provider: 'bank_transfer' })
    expect(nextAttempt([transfer], other).kind).toBe('close-first')
  })
})
