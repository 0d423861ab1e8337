import { describe, expect, it } from 'vitest'
import { bankDetailsFor, emptyAccount, readBankLines } from './bank-details.ts'

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

  it('stand empty where the instructions say nothing of them', () => {
    expect(readBankLines('Ask us: we will tell you')).toEqual(emptyAccount)
  })

  it('come from the account stored for the currency, before any line [C214]', () => {
    const stored = { ...emptyAccount, accountName: 'Safar LLC', iban: 'AE07 0331 2345 6789 0123 456' }
    expect(bankDetailsFor(stored, instructions)).toEqual(stored)
    expect(bankDetailsFor(emptyAccount, instructions).ifsc).toBe('SAFR0000001')
    expect(bankDetailsFor(null, instructions).ifsc).toBe('SAFR0000001')
  })
})
