// The stand-in's orders, payments and refunds, and the acts of customers, banks and the agency.
import { randomBytes } from 'node:crypto'
import type { SupplierAct, SupplierLie } from '../../../../modules/payment/testing/stand-in.ts'

export type PaymentObject = Record<string, unknown> & {
  id: string
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  amount_refunded: number
}
export type RefundObject = Record<string, unknown> & {
  id: string
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
}
export type OrderObject = Record<string, unknown> & {
  id: string
  amount: number
  amount_paid: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string> | []
}
export type Entry = {
  order: OrderObject
  payments: PaymentObject[]
  refunds: RefundObject[]
  lastAct: SupplierAct | null
  lie: SupplierLie | null
}

export const notesOf = (notes: unknown): Record<string, string> | [] =>
  typeof notes === 'object' && notes !== null && Object.keys(notes).length > 0 ? (notes as Record<string, string>) : []

const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex').slice(0, 14)}`
let clock = 1_780_000_000
const nextSecond = (): number => ++clock

type NewOrder = { amount: number; currency: string; receipt: string | null; notes: unknown }
export function newEntry({ amount, currency, receipt, notes }: NewOrder): Entry {
  const order: OrderObject = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notesOf(notes),
    created_at: nextSecond(),
  }
  return { order, payments: [], refunds: [], lastAct: null, lie: null }
}

function newPayment({ order }: Entry): PaymentObject {
  return {
    id: newId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: order.currency !== 'INR',
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: null,
    email: 'traveller@example.com',
    contact: '+919876543210',
    notes: order.notes,
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { auth_code: null },
    created_at: nextSecond(),
  }
}

function openTry(entry: Entry): PaymentObject {
  const open = entry.payments.find(({ status }) => status === 'created' || status === 'authorized')
  if (open) return open
  const made = newPayment(entry)
  entry.payments.push(made)
  entry.order.attempts++
  if (entry.order.status === 'created') entry.order.status = 'attempted'
  return made
}

export function capture(entry: Entry, payment: PaymentObject): void {
  Object.assign(payment, { status: 'captured', captured: true })
  // Two per cent including tax, in INR for every currency.
  Object.assign(payment, { fee: Math.ceil(payment.amount / 50), tax: 0 })
  Object.assign(entry.order, { status: 'paid', amount_paid: payment.amount, amount_due: 0 })
}

const failure = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was declined by the bank. Please try another card.',
  error_source: 'customer',
  error_step: 'payment_authentication',
  error_reason: 'payment_failed',
}

/** An act of the customer or the bank. A paid order ignores it. */
export function act(entry: Entry, what: SupplierAct | 'authorize'): void {
  entry.lastAct = what === 'authorize' ? 'pay' : what
  if (entry.order.status === 'paid' || what === 'cancel') return
  if (what === 'lapse') {
    for (const payment of entry.payments.filter(({ status }) => status === 'created'))
      Object.assign(payment, {
        ...failure,
        status: 'failed',
        error_description: 'The payment was not completed in time',
      })
    return
  }
  const payment = openTry(entry)
  if (what === 'pay') capture(entry, payment)
  if (what === 'authorize') payment.status = 'authorized'
  if (what === 'decline') Object.assign(payment, { ...failure, status: 'failed' })
}

/** The bank approves a try that already failed for the customer. */
export function allowLate(entry: Entry, how: 'captured' | 'authorized'): void {
  const failed = entry.payments.find(({ status }) => status === 'failed')
  if (!failed) throw new Error('no try has failed')
  Object.assign(failed, { status: how, ...Object.fromEntries(Object.keys(failure).map((key) => [key, null])) })
  if (how === 'captured') capture(entry, failed)
}

export const paidPayment = ({ payments }: Entry): PaymentObject | undefined => payments.find(({ captured }) => captured)

type NewRefund = { amount: number; receipt: string | null; notes: unknown; status: RefundObject['status'] }
export function giveBack(entry: Entry, payment: PaymentObject, { amount, receipt, notes, status }: NewRefund) {
  const refund: RefundObject = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    receipt,
    currency: payment.currency,
    payment_id: payment.id,
    notes: notesOf(notes),
    acquirer_data: { arn: null },
    created_at: nextSecond(),
    batch_id: null,
    status,
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
  entry.refunds.push(refund)
  count(entry, payment)
  return refund
}

export function decide(entry: Entry, outcome: 'processed' | 'failed'): void {
  for (const refund of entry.refunds.filter(({ status }) => status === 'pending')) refund.status = outcome
  for (const payment of entry.payments) count(entry, payment)
}

function count({ refunds }: Entry, payment: PaymentObject): void {
  const own = refunds.filter(({ payment_id, status }) => payment_id === payment.id && status !== 'failed')
  const amount_refunded = own.reduce((sum, { amount }) => sum + amount, 0)
  const isAll = amount_refunded === payment.amount
  const refund_status = amount_refunded === 0 ? null : isAll ? 'full' : 'partial'
  const status = payment.captured ? (isAll ? 'refunded' : 'captured') : payment.status
  Object.assign(payment, { amount_refunded, refund_status, status })
}

const otherOrder = 'order_SOMEBODYELSE1'
export function reported<T extends OrderObject | PaymentObject | RefundObject>({ lie }: Entry, object: T): T {
  const { entity } = object
  if (lie === 'wrong-currency') return { ...object, currency: object.currency === 'USD' ? 'EUR' : 'USD' }
  if (lie === 'wrong-order' && entity === 'order') return { ...object, id: otherOrder }
  if (lie === 'wrong-order' && entity === 'payment') return { ...object, order_id: otherOrder }
  if (lie === 'wrong-amount' && entity === 'payment') return { ...object, amount: object.amount - 100 }
  if (lie === 'wrong-amount' && entity === 'order') return { ...object, amount_paid: object.amount - 100 }
  return object
}
