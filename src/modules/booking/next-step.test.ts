import { describe, expect, it, test } from 'vitest'
import { nextStepOf, type OpenDocument, type StepFacts } from './rules/next-step.ts'

const now = new Date('2026-11-21T08:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const factsOf = (more: Partial<StepFacts> = {}): StepFacts => ({
  ...({ booking_status: 'pending', payment_status: 'pending' } as const),
  ...{ isChecking: false, awaitsAgency: false, isCash: false },
  ...{ finalMinor: 9000, paidMinor: 0, refundedMinor: 0, refundDueMinor: null },
  ...{ expiresAt: hours(48), startsAt: hours(240), events: ['booking-created'] },
  ...{ moveHeldUntil: null, open: [], hasDocuments: false, delivered: 0, expectedBy: null },
  ...more,
})
const paid = { payment_status: 'completed', paidMinor: 9000, expiresAt: null } as const
const confirmed = { ...paid, booking_status: 'confirmed' } as const
const next = (more: Partial<StepFacts> = {}) => nextStepOf(factsOf(more), now)
const missing = (traveller: string | null, label = 'Passport', rejection: string | null = null): OpenDocument => ({
  ...{ traveller, label, rejection, isUnnamed: traveller === null },
  name: traveller && `Traveller ${traveller}`,
})

describe('the next step of a booking', () => {
  test.each<[string, Partial<StepFacts>, string, string | null]>([
    ['an unpaid one', {}, 'pay', null],
    ['one whose payment failed', { payment_status: 'failed', events: ['payment-failed'] }, 'pay', null],
    ['a confirmed one that nobody paid', { booking_status: 'confirmed' }, 'pay', null],
    ['a free one', { finalMinor: 0 }, 'wait', 'confirmation'],
    ['one whose payment is being checked', { isChecking: true }, 'wait', 'payment-check'],
    ['one paid in cash that the agency decides', { isCash: true, awaitsAgency: true }, 'wait', 'agency'],
    ['one paid in cash on arrival', { isCash: true, booking_status: 'confirmed' }, 'voucher', null],
    ['one with a proof', { events: ['booking-created', 'proof-uploaded'] }, 'wait', 'proof-check'],
    ['one with a bad proof', { events: ['proof-uploaded', 'proof-asked'] }, 'send-proof', null],
    ['one with a new proof', { events: ['proof-uploaded', 'proof-asked', 'proof-uploaded'] }, 'wait', 'proof-check'],
    [
      'one whose transfer was rejected',
      { payment_status: 'failed', events: ['proof-uploaded', 'transfer-rejected'] },
      'pay',
      null,
    ],
    ['one whose method was replaced', { events: ['proof-uploaded', 'payment-replaced'] }, 'pay', null],
    ['a paid one', paid, 'wait', 'confirmation'],
    ['a confirmed one', confirmed, 'voucher', null],
    ['a confirmed one that has begun', { ...confirmed, startsAt: hours(-1) }, 'nothing', 'over'],
    ['a confirmed one without a start', { ...confirmed, startsAt: null }, 'voucher', null],
    ['one with all documents', { ...paid, hasDocuments: true }, 'wait', 'document-check'],
    ['one whose document was delivered', { ...confirmed, hasDocuments: true, delivered: 1 }, 'download', null],
    ['a completed one', { ...confirmed, booking_status: 'completed' }, 'review', null],
    ['a completed visa', { ...confirmed, booking_status: 'completed', delivered: 2 }, 'download', null],
    ['a refunded one', { ...confirmed, payment_status: 'refunded', refundedMinor: 9000 }, 'nothing', 'refunded'],
    ['an expired one', { booking_status: 'cancelled', events: ['booking-expired'] }, 'nothing', 'expired'],
    ['a cancelled one', { booking_status: 'cancelled', events: ['booking-cancelled'] }, 'nothing', 'cancelled'],
    ['a cancelled paid one', { ...paid, booking_status: 'cancelled', refundDueMinor: 500 }, 'nothing', 'refund-due'],
    [
      'one cancelled without a refund',
      { ...paid, booking_status: 'cancelled', refundDueMinor: 0 },
      'nothing',
      'cancelled',
    ],
    ['a cancelled refunded one', { ...paid, booking_status: 'cancelled', refundedMinor: 9 }, 'nothing', 'refunded'],
  ])('of %s', (_name, facts, step, because) => {
    expect(next(facts)).toMatchObject({ step, because })
  })

  it('names the deadline of the payment', () => {
    expect(next()).toMatchObject({ step: 'pay', until: hours(48) })
    expect(next({ expiresAt: null }).until).toBeNull()
  })

  it('is the difference of a move while the new places are held', () => {
    expect(next({ ...confirmed, moveHeldUntil: hours(2) })).toMatchObject({ step: 'pay-difference', until: hours(2) })
    expect(next({ ...confirmed, moveHeldUntil: hours(0) }).step).toBe('voucher')
    expect(next({ ...confirmed, moveHeldUntil: hours(2), isChecking: true })).toMatchObject({
      because: 'payment-check',
    })
  })

  it('counts the documents of the one traveller who misses some', () => {
    const open = [missing('a'), missing('a', 'Photo'), missing('a', 'Ticket')]
    const step = { step: 'upload', count: 3, name: 'Traveller a', traveller: 'a', needsDetails: false }
    expect(next({ ...paid, open, hasDocuments: true })).toMatchObject(step)
  })

  it('names nobody when several travellers, or travellers without a name, miss documents', () => {
    const of = (...open: OpenDocument[]) => next({ ...paid, open, hasDocuments: true })
    expect(of(missing('a'), missing('b'))).toMatchObject({ step: 'upload', count: 2, name: null, traveller: null })
    expect(of(missing('a'), missing(null))).toMatchObject({ step: 'upload', count: 2, name: null, traveller: null })
    expect(of(missing(null), missing(null))).toMatchObject({ step: 'upload', count: 2, needsDetails: true })
  })

  it('puts a rejected document before missing ones, with the reason', () => {
    const open = [missing('b'), missing('a', 'Photo', 'Too dark')]
    const step = { step: 'replace', count: 1, name: 'Traveller a', document: 'Photo', reason: 'Too dark' }
    expect(next({ ...paid, open, hasDocuments: true })).toMatchObject(step)
    const two = [...open, missing('c', 'Passport', 'Cut off')]
    const both = { step: 'replace', count: 2, name: null, document: null, reason: null }
    expect(next({ ...paid, open: two, hasDocuments: true })).toMatchObject(both)
    expect(next({ ...paid, open: [missing('a', 'Photo', '')] })).toMatchObject({ document: 'Photo', reason: null })
  })

  it('is to pay before documents, but documents before any waiting', () => {
    const open = [missing('a')]
    expect(next({ open, hasDocuments: true }).step).toBe('pay')
    expect(next({ open, isChecking: true }).step).toBe('upload')
    expect(next({ open, isCash: true, awaitsAgency: true }).step).toBe('upload')
    expect(next({ ...confirmed, open, delivered: 1 }).step).toBe('upload')
  })

  it('says when a decision is expected', () => {
    const step = { because: 'document-check', expectedBy: '2026-11-25' }
    expect(next({ ...paid, hasDocuments: true, expectedBy: '2026-11-25' })).toMatchObject(step)
  })

  it('asks nothing of a booking that has ended, whatever is missing', () => {
    const open = [missing('a', 'Photo', 'Too dark')]
    expect(next({ booking_status: 'cancelled', open, moveHeldUntil: hours(1) }).step).toBe('nothing')
    expect(next({ ...confirmed, booking_status: 'completed', open }).step).toBe('review')
  })
})
