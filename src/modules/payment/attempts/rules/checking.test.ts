import { describe, expect, it } from 'vitest'
import { anAttempt, aSnapshot } from '../../testing/facts.ts'
import { isBeingChecked } from './checking.ts'

type Facts = Parameters<typeof isBeingChecked>[0]
const isChecked = (change: Partial<Facts> = {}): boolean =>
  isBeingChecked({
    attempt: anAttempt(),
    snapshot: aSnapshot(),
    wasChecking: true,
    isManual: false,
    isOver: false,
    ...change,
  })

describe('a payment under check', () => {
  it('stays so while the provider does not know the order or still shows it open', () => {
    expect(isChecked()).toBe(true)
    expect(isChecked({ snapshot: aSnapshot({ status: 'not-found' }) })).toBe(true)
    expect(isChecked({ attempt: anAttempt({ state: 'expired' }), snapshot: aSnapshot({ status: 'not-found' }) })).toBe(
      true,
    )
  })
  it('ends with money, with a definite end, and when the provider asks for another try', () => {
    for (const state of ['succeeded', 'failed', 'cancelled', 'expired'] as const)
      expect(isChecked({ attempt: anAttempt({ state }) })).toBe(false)
    expect(isChecked({ snapshot: aSnapshot({ failureMessage: 'Declined' }) })).toBe(false)
    expect(isChecked({ snapshot: { ...aSnapshot(), payerUrl: 'https://pay.example' } })).toBe(false)
  })
  it('begins when the provider is deciding, or when money arrived that staff must review', () => {
    const wasChecking = false
    expect(isChecked({ wasChecking })).toBe(false)
    expect(isChecked({ wasChecking, attempt: anAttempt({ state: 'processing' }) })).toBe(true)
    expect(isChecked({ wasChecking, attempt: anAttempt({ reviewReason: 'amount-short' }) })).toBe(true)
    expect(isChecked({ wasChecking, attempt: anAttempt({ state: 'succeeded', reviewReason: 'price-changed' }) })).toBe(
      true,
    )
    expect(isChecked({ wasChecking, attempt: anAttempt({ reviewReason: 'other-mode' }) })).toBe(false)
  })
  it('does not exist for manual methods, nor once the booking is paid or over', () => {
    const attempt = anAttempt({ state: 'processing' })
    expect([isChecked({ attempt, isManual: true }), isChecked({ attempt, isOver: true })]).toEqual([false, false])
  })
})
