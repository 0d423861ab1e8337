import type { ShopCurrency } from '../../kernel/money.ts'
import type { BankSettings } from '../../modules/payment/contract.ts'
import { textOf } from '../text.ts'

const t = textOf('bank')

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

/** Example accounts, used as placeholders only and never as values (D140). IFSC and UPI exist in India only. */
export function samples(currency: ShopCurrency): Account {
  const own = {
    account_name: t('samples.account_name'),
    account_number: '1234567890',
    bank_name: t('samples.bank_name'),
    branch: t('samples.branch'),
  }
  if (currency === 'INR') return { ...emptyAccount, ...own, ifsc: 'ABCD0123456', upi: 'agency@bank' }
  return { ...emptyAccount, ...own, iban: 'AE07 0331 2345 6789 0123 456', swift: 'ABCDAEAD' }
}
