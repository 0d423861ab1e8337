import { describe, expect, it } from 'vitest'
import { resolveTexts } from '../../../../platform/messages.server.ts'
import { proofBadge as badgeInKeys, canDecide, isProofAddress, proofState, type TransferFacts } from './proof.ts'

const proofBadge = (of: TransferFacts) => resolveTexts(badgeInKeys(of), 'en')

const facts = (change: Partial<TransferFacts> = {}): TransferFacts => ({
  isBankTransfer: true,
  verification: null,
  proofs: 0,
  waitingProofs: 0,
  openRequest: false,
  bookingStatus: 'pending',
  paymentStatus: 'pending',
  ...change,
})

describe('the badge of a transfer', () => {
  it("reads 'Awaiting transfer' without a proof and 'Pending Verification' with one [A171]", () => {
    expect(proofBadge(facts())).toBe('Awaiting transfer')
    expect(proofBadge(facts({ proofs: 1 }))).toBe('Pending Verification')
  })
  it('keeps showing the decision after a refund [A172]', () => {
    expect(proofBadge(facts({ verification: 'approved', paymentStatus: 'refunded' }))).toBe('Verified & Approved')
    expect(proofBadge(facts({ verification: 'rejected', bookingStatus: 'cancelled' }))).toBe('Rejected')
  })
  it('is null for another method [A165]', () => {
    expect(proofBadge(facts({ isBankTransfer: false }))).toBeNull()
  })
})

describe('a decision', () => {
  it('is offered once, and only for a transfer [A173, A165]', () => {
    expect(canDecide(facts({ proofs: 1 }))).toBe(true)
    expect(canDecide(facts({ verification: 'approved' }))).toBe(false)
    expect(canDecide(facts({ verification: 'rejected' }))).toBe(false)
    expect(canDecide(facts({ isBankTransfer: false }))).toBe(false)
    expect(canDecide(facts({ bookingStatus: 'cancelled' }))).toBe(false)
    expect(canDecide(facts({ paymentStatus: 'completed' }))).toBe(false)
    expect(canDecide(facts({ paymentStatus: 'completed', proofs: 1, waitingProofs: 1 }))).toBe(true)
  })
})

describe('the proof state for customers', () => {
  it('follows the transfer', () => {
    expect(proofState(facts())).toBe('awaiting-transfer')
    expect(proofState(facts({ proofs: 2 }))).toBe('pending-verification')
    expect(proofState(facts({ proofs: 2, openRequest: true }))).toBe('new-proof-asked')
    expect(proofState(facts({ verification: 'approved', openRequest: true }))).toBe('approved')
    expect(proofState(facts({ isBankTransfer: false }))).toBe('none')
  })
})

describe('the address of a proof', () => {
  it.each(['https://bank.example/receipt/1', 'HTTPS://drive.example/x?y=1'])('may be %s', (address) => {
    expect(isProofAddress(address)).toBe(true)
  })
  it.each([
    'http://bank.example/receipt/1',
    'HTTP://bank.example/receipt/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt://x/%0aalert(1)',
    'ftp://x/y',
    '//x/y',
    'https://',
    ' ',
    '',
  ])('may not be %j [A177]', (address) => {
    expect(isProofAddress(address)).toBe(false)
  })
})
