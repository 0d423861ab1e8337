import type { Text } from '../../../kernel/messages.ts'
import { formatAmount, type Money } from '../../../kernel/money.ts'
import type { Payable } from '../../../modules/payment/port.ts'
import type { Account } from './accounts.server.ts'
import { encryptAlike, orderProof } from './cipher.server.ts'
import { text } from './text.ts'

const maxReturnLength = 100
const returnAddress = /^[A-Za-z0-9/_:.-]+$/

/** Returns why CCAvenue would reject this return URL, or null if it is valid. */
export function returnFault(returnUrl: string): Text | null {
  if (returnUrl.length > maxReturnLength) return text('start.returnTooLong')
  return returnAddress.test(returnUrl) ? null : text('start.returnRefused')
}

/** Major units, as CCAvenue writes amounts: '14999.00'. */
export const decimalOf = (amount: Money): string => formatAmount(amount).replaceAll(',', '')

type Order = { readonly orderNo: string; readonly payable: Payable; readonly returnUrl: string }

/** Deterministic: the same order gives the same fields. */
export function orderForm(account: Account, order: Order): { encRequest: string; access_code: string } {
  const plain = new URLSearchParams(orderFields(account, order)).toString()
  return { encRequest: encryptAlike(account, plain), access_code: account.accessCode }
}

/** Customer input never makes the order invalid: fields are cut or omitted. */
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

/** Removes accents and drops other scripts. Returns '' if no letter or digit is left. */
export function billingName(name: string): string {
  const latin = name.normalize('NFKD').replace(/\p{Mark}/gu, '')
  const kept = cut(latin.replace(/[^A-Za-z0-9 '_.-]+/g, ' '), 60)
  return /[A-Za-z0-9]/.test(kept) ? kept : ''
}
export const billingPhone = (phone: string | null): string => (phone ?? '').replace(/\D/g, '').slice(0, 20)
/** Left out if too long: a shortened address could belong to someone else. */
export const billingEmail = (email: string): string =>
  email.length <= 70 && /^[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+$/.test(email) ? email : ''

const cut = (text: string, length: number): string => text.replace(/ +/g, ' ').trim().slice(0, length).trim()
const lettersAndDigits = (text: string, length: number): string => text.replace(/[^A-Za-z0-9_-]/g, '').slice(0, length)
