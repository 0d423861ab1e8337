import { describe, expect, it } from 'vitest'
import { messagesOf } from './messages.ts'
import { codesOf, scrubberOf } from './scrub.ts'

describe('personal words', () => {
  const scrub = scrubberOf(['Asha', 'Asha Rao', '+919876543210', 'asha@example.com', 'Li', 'a.b(c'])

  it('are removed from texts in any letter case, the longest first', () => {
    expect(scrub('For ASHA RAO and Asha, asha@example.com, +919876543210.')).toBe(
      'For [erased] and [erased], [erased], [erased].',
    )
  })
  it('are removed only as whole words; very short ones stay', () => {
    expect(scrub('Ashara liked Lisbon, Li said')).toBe('Ashara liked Lisbon, Li said')
    expect(scrubberOf(['दिव्या'])('नमस्ते दिव्या!')).toBe('नमस्ते [erased]!')
  })
  it('are not read as patterns', () => {
    expect(scrub('a.b(c aXb(c')).toBe('[erased] aXb(c')
  })
  it('are removed from every text of a JSON value without changing its shape', () => {
    expect(scrub({ a: ['Asha', 1, null], b: { c: 'of asha rao' }, d: true })).toEqual({
      a: ['[erased]', 1, null],
      b: { c: 'of [erased]' },
      d: true,
    })
    expect(scrubberOf([])('Asha')).toBe('Asha')
  })
  it('are removed from the values of a message reference, which still names its message', () => {
    const text = messagesOf<{ refund: { refused: string } }>('adapters/payments/acme')
    const stored = { message: text('refund.refused', { reason: 'Ms Payments is unknown' }) }
    expect(scrubberOf(['Payments', 'refused'])(stored)).toEqual({
      message: text('refund.refused', { reason: 'Ms [erased] is unknown' }),
    })
    expect(codesOf(stored)).toEqual({ message: text('refund.refused', { reason: '[erased]' }) })
    expect(codesOf(text('refund.refused'))).toBe(text('refund.refused'))
  })
})

it('free text is removed, while codes, times, numbers and exempt keys stay', () => {
  const value = { reason: 'She was ill', state: 'completed', at: '2026-11-21T08:00:00.000Z', minor: 5, by: 'Ann Lee' }
  expect(codesOf(value, ['by'])).toEqual({ ...value, reason: '[erased]' })
  expect(codesOf({ ...value, requests: ['Vegan'] }, [], ['requests', 'state'])).toEqual({
    ...{ ...value, reason: '[erased]', by: '[erased]' },
    ...{ state: '[erased]', requests: ['[erased]'] },
  })
  expect(codesOf('a@b.c')).toBe('[erased]')
  expect(codesOf('+91987654')).toBe('[erased]')
})
