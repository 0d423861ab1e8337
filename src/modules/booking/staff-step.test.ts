import { describe, expect, it } from 'vitest'
import { type StaffFacts, staffStepOf } from './rules/staff-step.ts'

const today = '2026-11-21'
const paid: StaffFacts = {
  booking_status: 'confirmed',
  payment_status: 'completed',
  isFree: false,
  isCash: false,
  awaitsAgency: false,
  isChecking: false,
  transfer: null,
  reviews: 0,
  refundsByHand: 0,
  isRefundOpen: false,
  hasPreparedMove: false,
  missingDocuments: 0,
  uncheckedDocuments: 0,
  issuing: null,
  firstDay: '2026-12-01',
  lastDay: '2026-12-01',
}
const unpaid = { booking_status: 'pending', payment_status: 'pending' } as const
const issuing = { undelivered: 0, missing: 0, isSubmitted: false }
const stepOf = (change: Partial<StaffFacts> = {}) => staffStepOf({ ...paid, ...change }, today)
const nameOf = (change: Partial<StaffFacts> = {}) => stepOf(change).step

describe('the next step of staff', () => {
  it('is the review of a payment that did not match, before all others', () => {
    expect(stepOf({ reviews: 2, transfer: 'to-check', booking_status: 'cancelled' })).toMatchObject({
      step: 'review-payment',
      count: 2,
    })
  })
  it('is the decision on a transfer with a proof', () => {
    expect(nameOf({ ...unpaid, transfer: 'to-check', refundsByHand: 1 })).toBe('approve-transfer')
  })
  it('is a refund by hand, also of a cancelled booking', () => {
    expect(stepOf({ booking_status: 'cancelled', refundsByHand: 1 })).toMatchObject({ step: 'settle-refund', count: 1 })
  })
  it('is nothing for a cancelled booking, which may wait for its refund', () => {
    expect(stepOf({ booking_status: 'cancelled' })).toMatchObject({ step: 'nothing', because: 'cancelled' })
    expect(stepOf({ booking_status: 'cancelled', isRefundOpen: true })).toMatchObject({
      step: 'wait',
      because: 'refund',
    })
  })
  it('is nothing for a completed booking', () => {
    expect(stepOf({ booking_status: 'completed', missingDocuments: 2 })).toMatchObject({
      step: 'nothing',
      because: 'completed',
    })
  })
  it('waits while a provider is asked about the payment', () => {
    expect(stepOf({ ...unpaid, isChecking: true })).toMatchObject({ step: 'wait', because: 'payment-check' })
  })
  it('is to confirm a pending booking that is paid, free, or waits for the agency', () => {
    expect(nameOf({ booking_status: 'pending' })).toBe('confirm')
    expect(nameOf({ ...unpaid, isFree: true })).toBe('confirm')
    expect(nameOf({ ...unpaid, awaitsAgency: true, isCash: true })).toBe('confirm')
    expect(nameOf({ booking_status: 'pending', missingDocuments: 2 })).toBe('confirm')
  })
  it('is to confirm a pending booking that is paid on arrival: its customer waits for that', () => {
    expect(stepOf({ ...unpaid, isCash: true })).toMatchObject({ step: 'confirm', because: 'cash' })
  })
  it('is to ask for the payment of a pending booking, but not while a transfer is awaited', () => {
    expect(nameOf(unpaid)).toBe('request-payment')
    expect(nameOf({ ...unpaid, payment_status: 'failed' })).toBe('request-payment')
    expect(stepOf({ ...unpaid, transfer: 'awaited' })).toMatchObject({ step: 'wait', because: 'transfer' })
  })
  it('is to check documents before missing ones are requested', () => {
    expect(stepOf({ uncheckedDocuments: 3, missingDocuments: 2 })).toMatchObject({ step: 'check-documents', count: 3 })
    expect(stepOf({ missingDocuments: 2, issuing: { ...issuing, undelivered: 1 } })).toMatchObject({
      step: 'request-documents',
      count: 2,
    })
  })
  it('is to deliver what was uploaded, before the rest is issued', () => {
    expect(stepOf({ issuing: { undelivered: 1, missing: 2, isSubmitted: true } })).toMatchObject({
      step: 'deliver',
      count: 1,
    })
  })
  it('is to submit the application, then to upload what it brings', () => {
    expect(nameOf({ issuing: { ...issuing, missing: 2 } })).toBe('submit')
    expect(stepOf({ issuing: { ...issuing, missing: 2, isSubmitted: true } })).toMatchObject({
      step: 'issue',
      count: 2,
    })
  })
  it('is to complete a case whose documents are all delivered', () => {
    expect(nameOf({ issuing, firstDay: null, lastDay: null })).toBe('complete')
  })
  it('is to ask for the difference of a move', () => {
    expect(nameOf({ hasPreparedMove: true })).toBe('request-payment')
  })
  it('is to ask for the payment of a booking that was confirmed unpaid', () => {
    expect(nameOf({ payment_status: 'pending' })).toBe('request-payment')
    expect(stepOf({ payment_status: 'pending', transfer: 'awaited' })).toMatchObject({ because: 'transfer' })
  })
  it('is to take cash from the first day of the trip on', () => {
    const cash = { payment_status: 'pending', isCash: true } as const
    expect(stepOf(cash)).toMatchObject({ step: 'wait', because: 'arrival' })
    expect(nameOf({ ...cash, firstDay: today, lastDay: '2026-11-24' })).toBe('take-payment')
    expect(nameOf({ ...cash, firstDay: null, lastDay: null })).toBe('take-payment')
  })
  it('is to complete a trip that is over, on its last day at the earliest', () => {
    expect(stepOf()).toMatchObject({ step: 'wait', because: 'trip' })
    expect(stepOf({ firstDay: '2026-11-18', lastDay: '2026-11-22' })).toMatchObject({ step: 'wait', because: 'trip' })
    expect(nameOf({ firstDay: '2026-11-18', lastDay: today })).toBe('complete')
  })
  it('goes on for a booking whose payment was refunded in full but that was kept', () => {
    expect(nameOf({ payment_status: 'refunded', lastDay: today })).toBe('complete')
  })
})
