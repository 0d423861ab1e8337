import type { Cipher } from '../cipher.server.ts'

export type StandInOrder = {
  readonly orderNo: string
  readonly accessCode: string
  readonly fields: Readonly<Record<string, string>>
  readonly trackingId: string
  status: string
  fraud: string
  /** Overrides the status in the browser's answer and the notification. */
  claimed: string | null
  amount: string
  currency: string
  shownOrderNo: string
  /** Answers come from the other environment, encrypted with a foreign key. */
  isForeign: boolean
  readonly refunds: { amount: string; number: string; issued: string; status: string }[]
}
/** A fully refunded order has a status of its own; an unconfirmed one is 'Successful'. */
export function statusOf({ status, amount, refunds }: StandInOrder): string {
  const back = refunds.filter((refund) => refund.status === 'TS-REFC').reduce((sum, one) => sum + cents(one.amount), 0)
  return hasMoney(status) && back >= cents(amount) ? 'Refunded' : status
}
export const hasMoney = (status: string): boolean => status === 'Successful' || status === 'Shipped'
export const cents = (amount: string): number => Number(amount.replace('.', ''))

export type StandInAccount = { merchantId: string; accessCode: string; workingKey: string; currency: string }
export type World = {
  readonly cipher: Cipher
  readonly accounts: readonly StandInAccount[]
  readonly orders: Map<string, StandInOrder>
  readonly breaches: string[]
  isIpRegistered: boolean
  isWrapped: boolean
}

export const accounts: readonly StandInAccount[] = [
  {
    merchantId: '12345',
    accessCode: 'AVIN00KL12BC34DE',
    workingKey: '0123456789ABCDEF0123456789ABCDEF',
    currency: 'INR',
  },
  {
    merchantId: '67890',
    accessCode: 'AVAE00KL12BC34DE',
    workingKey: 'FEDCBA98765432100123456789ABCDEF',
    currency: 'AED',
  },
]
export const foreignKey = 'AAAAAAAABBBBBBBBCCCCCCCCDDDDDDDD'
