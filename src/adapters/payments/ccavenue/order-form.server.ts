import { formatAmount, type Money } from '../../../kernel/money.ts'
import type { Payable } from '../../../modules/payment/port.ts'
import type { Account } from './accounts.server.ts'
import { encryptAlike, orderProof } from './cipher.server.ts'

/** 100 characters, and none that would end a field of their answer. */
const longestReturn = 100
const returnAddress = /^[A-Za-z0-9/_:.-]+$/

/** Why CCAvenue would refuse the address that it sends the browser back to; null: it takes it. */
export function returnFault(returnUrl: string): string | null {
  if (returnUrl.length > longestReturn) return 'CCAvenue takes return addresses of at most 100 characters'
  return returnAddress.test(returnUrl) ? null : 'CCAvenue does not take this shop’s return address'
}

/** '14999.00': major units, as CCAvenue writes amounts. */
export const decimalOf = (amount: Money): string => formatAmount(amount).replaceAll(',', '')

type Order = { readonly orderNo: string; readonly payable: Payable; readonly returnUrl: string }

/** The fields that the browser posts. The same order gives the same fields. */
export function orderForm(account: Account, order: Order): { encRequest: string; access_code: string } {
  const plain = new URLSearchParams(orderFields(account, order)).toString()
  return { encRequest: encryptAlike(account, plain), access_code: account.accessCode }
}

/** Before they are encrypted. What the customer has written never makes the order invalid: it is cut, or left out. */
export function orderFields(account: Account, { orderNo, payable, returnUrl }: Order): Record<string, string> {
  return {
    merchant_id: account.merchantId,
    order_id: orderNo,
    currency: payable.amount.currency,
    amount: decimalOf(payable.amount),
    redirect_url: returnUrl,
    cancel_url: returnUrl,
    language: 'EN',
    ...billing(payable.customer),
    merchant_param1: lettersAndDigits(payable.reference, 100),
    merchant_param2: orderProof(account.workingKey, orderNo),
  }
}

function billing({ name, email, phone }: Payable['customer']): Record<string, string> {
  const all = { billing_name: billingName(name), billing_tel: billingPhone(phone), billing_email: billingEmail(email) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** Accents go, other scripts cannot be said; what is left of a name has at least one letter or digit, or is ''. */
export function billingName(name: string): string {
  const latin = name.normalize('NFKD').replace(/\p{Mark}/gu, '')
  const kept = cut(latin.replace(/[^A-Za-z0-9 '_.-]+/g, ' '), 60)
  return /[A-Za-z0-9]/.test(kept) ? kept : ''
}
export const billingPhone = (phone: string | null): string => (phone ?? '').replace(/\D/g, '').slice(0, 20)
/** Whole or not at all: a part of it would be somebody else's address. */
export const billingEmail = (email: string): string =>
  email.length <= 70 && /^[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+$/.test(email) ? email : ''

const cut = (text: string, length: number): string => text.replace(/ +/g, ' ').trim().slice(0, length).trim()
const lettersAndDigits = (text: string, length: number): string => text.replace(/[^A-Za-z0-9_-]/g, '').slice(0, length)
