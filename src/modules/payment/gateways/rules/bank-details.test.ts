import { describe, expect, it } from 'vitest'
import { bankDetailsFor, emptyAccount, namesPayee, readBankLines } from './bank-details.ts'

const instructions = `Please transfer within two days.
Account Name: Safar Travel House
Account Number: 0012 3456 789
IFSC Code: SAFR0000001
UPI ID: safar@upi
Bank Name: Example Bank: Main
Branch: Andheri East`

describe('bank details', () => {
  it('are read from the lines of the instructions [C215]', () => {
    expect(readBankLines(instructions)).toEqual({
      ...emptyAccount,
      accountName: 'Safar Travel House',
      accountNumber: '0012 3456 789',
      ifsc: 'SAFR0000001',
      upi: 'safar@upi',
      bankName: 'Example Bank: Main',
      branch: 'Andheri East',
    })
  })

  it('are empty when the instructions do not mention them', () => {
    expect(readBankLines('Ask us: we will tell you')).toEqual(emptyAccount)
  })

  it('come from the stored account before any instructions [C214]', () => {
    const stored = { ...emptyAccount, accountName: 'Safar LLC', iban: 'AE07 0331 2345 6789 0123 456' }
    expect(bankDetailsFor(stored, instructions)).toEqual(stored)
    expect(bankDetailsFor(emptyAccount, instructions).ifsc).toBe('SAFR0000001')
    expect(bankDetailsFor(null, instructions).ifsc).toBe('SAFR0000001')
  })

  it.each([
    ['Pay to AE07 0331 2345 6789 0123 456 at Emirates NBD.', true],
    ['Our account at the State Bank: 3012-3456-7890', true],
    ['UPI: write to safar@okicici', true],
    ['Write your booking reference as the payment note. We check transfers within 24 hours.', false],
    ['Office: Deira, building 12, floor 3. Call 24/7.', false],
    ['', false],
  ])('say where to pay: %j is %s', (prose, is) => {
    expect(namesPayee(emptyAccount, prose)).toBe(is)
    expect(namesPayee({ ...emptyAccount, iban: 'AE070331234567890123456' }, prose)).toBe(true)
  })
})
