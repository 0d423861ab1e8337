import type { ShopCurrency } from '../../kernel/money.ts'
import type { BankSettings } from '../../modules/payment/contract.ts'

export type Account = Omit<BankSettings['accounts'][number], 'currency'>
export const accountFields = [
  'account_name',
  'account_number',
  'ifsc',
  'upi',
  'bank_name',
  'branch',
  'iban',
  'swift',
] as const satisfies readonly (keyof Account)[]
export const emptyAccount: Account = {
  account_name: '',
  account_number: '',
  ifsc: '',
  upi: '',
  bank_name: '',
  branch: '',
  iban: '',
  swift: '',
}

/** What an account looks like: placeholders, never values (D140). IFSC and UPI are India's. */
export function samples(currency: ShopCurrency): Account {
  const own = {
    account_name: 'Your Agency',
    account_number: '1234567890',
    bank_name: 'Your Bank',
    branch: 'Main Branch',
  }
  if (currency === 'INR') return { ...emptyAccount, ...own, ifsc: 'ABCD0123456', upi: 'agency@bank' }
  return { ...emptyAccount, ...own, iban: 'AE07 0331 2345 6789 0123 456', swift: 'ABCDAEAD' }
}
