import { describe, expect, it } from 'vitest'
import { type CaseFacts, caseProgress } from './rules/case-stages.ts'

const at = (day: number) => new Date(`2026-11-${day}T08:00:00Z`)
const factsOf = (more: Partial<CaseFacts> = {}): CaseFacts => ({
  ...{ history: [], open: 0, documents: [{ isAccepted: false }], deliveredAt: null },
  ...{ isClosed: false, isPaid: true, processingDays: 4, timeZone: 'Asia/Dubai' },
  ...more,
})
const uploaded = { event: 'document-uploaded', at: at(20) }
const days = (facts: Partial<CaseFacts>) =>
  caseProgress(factsOf(facts)).stages.map(({ isDone, at: time }) => (isDone ? (time?.getUTCDate() ?? true) : null))

describe('the stages of a case', () => {
  it('begin when the last document arrives', () => {
    expect(days({ open: 1, history: [uploaded] })).toEqual([null, null, null, null])
    expect(days({ documents: [] })).toEqual([null, null, null, null])
    expect(days({ history: [uploaded, { event: 'document-replaced', at: at(22) }] })).toEqual([22, null, null, null])
  })
  it('are checked once every newest document is accepted', () => {
    const history = [uploaded, { event: 'document-accepted', at: at(21) }]
    expect(days({ history, documents: [{ isAccepted: true }, { isAccepted: false }] })).toEqual([20, null, null, null])
    expect(days({ history, documents: [{ isAccepted: true }, { isAccepted: true }] })).toEqual([20, 21, null, null])
  })
  it('are submitted by staff and decided with the last delivery', () => {
    const history = [uploaded, { event: 'case-submitted', at: at(23) }]
    expect(days({ history })).toEqual([20, true, 23, null])
    expect(days({ history, deliveredAt: at(25) })).toEqual([20, true, 23, 25])
    expect(days({ history: [uploaded], deliveredAt: at(25) })).toEqual([20, true, true, 25])
  })
})

describe('the expected day', () => {
  const expected = (more: Partial<CaseFacts>) => caseProgress(factsOf({ history: [uploaded], ...more })).expectedBy
  it('counts from the last document, or from a later payment', () => {
    expect(expected({})).toBe('2026-11-24')
    expect(expected({ history: [uploaded, { event: 'payment-completed', at: at(22) }] })).toBe('2026-11-26')
    expect(expected({ history: [{ event: 'payment-completed', at: at(18) }, uploaded] })).toBe('2026-11-24')
  })
  it('counts days in the time zone of the service', () => {
    const late = [{ event: 'document-uploaded', at: new Date('2026-11-20T21:00:00Z') }]
    expect(expected({ history: late })).toBe('2026-11-25')
  })
  it('is not known before payment and documents, without processing days, and after the decision', () => {
    for (const more of [{ isPaid: false }, { open: 1 }, { processingDays: null }, { isClosed: true }])
      expect(expected(more)).toBeNull()
    expect(expected({ deliveredAt: at(22) })).toBeNull()
  })
})
