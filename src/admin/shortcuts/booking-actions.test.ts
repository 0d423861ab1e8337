import { describe, expect, it } from 'vitest'
import { readBookingAction } from './booking-actions.ts'

const named = [
  { key: 'refund', name: 'Refund' },
  { key: 'change', name: 'Change' },
] as const

describe('an action on a booking', () => {
  it.each([
    ['refund TH2611', 'refund', 'TH2611'],
    ['  REF   Aisha Khan ', 'refund', 'Aisha Khan'],
    ['change 0501112206', 'change', '0501112206'],
  ])('%j is read with the booking it is for', (typed, key, rest) => {
    expect(readBookingAction(typed, named)).toEqual({ action: named.find((each) => each.key === key), rest })
  })
  it('is read however its Arabic name is typed', () => {
    const inArabic = [{ key: 'cancel', name: 'إلغاء' }] as const
    expect(readBookingAction('الغاء TH2611', inArabic)?.action.key).toBe('cancel')
  })
  it.each(['refund', 'refund ', 're TH2611', 'refunds TH2611', 'TH2611 refund', 'cancel TH2611', ''])(
    '%j is none',
    (typed) => {
      expect(readBookingAction(typed, named)).toBeNull()
    },
  )
})
