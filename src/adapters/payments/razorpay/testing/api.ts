// The stand-in's API. It refuses what Razorpay refuses, with the same messages.
import type { SupplierAnswer, SupplierRequest } from '../../../../modules/payment/testing/supplier-server.ts'
import { capture, type Entry, giveBack, newEntry, type PaymentObject, reported } from './book.ts'

export const refused = (status: number, description: string, field?: string): SupplierAnswer => ({
  status,
  body: {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...(field && { field }),
    },
  },
})
const unknownId = () => refused(400, 'The id provided does not exist')
const fine = (body: object): SupplierAnswer => ({ status: 200, body })
const collection = (items: readonly object[]) => fine({ entity: 'collection', count: items.length, items })

export type Books = {
  readonly entries: Map<string, Entry>
  readonly captures: Map<string, number>
  readonly state: { readonly settlesAtOnce: boolean; readonly isBusy: boolean }
}

export function answerApi(books: Books, request: SupplierRequest, path: string, body: unknown): SupplierAnswer {
  const [, room, id = '', part = ''] = path.split('/')
  const how = `${request.method} ${room}${id && '/id'}${part && `/${part}`}`
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (how === 'POST orders') return createOrder(books, given)
  if (how === 'GET orders') return listOrders(books, request.query.get('receipt'))
  const entry = [...books.entries.values()].find(
    ({ order, payments }) => order.id === id || payments.some((each) => each.id === id),
  )
  // The order does not exist in the other mode.
  if (!entry || entry.lie === 'wrong-mode') return unknownId()
  if (how === 'GET orders/id') return fine(reported(entry, entry.order))
  if (how === 'GET orders/id/payments') return collection(entry.payments.map((each) => reported(entry, each)))
  const payment = entry.payments.find((each) => each.id === id)
  if (!payment) return unknownId()
  if (how === 'GET payments/id') return fine(reported(entry, payment))
  if (how === 'GET payments/id/refunds') return collection(entry.refunds.map((each) => reported(entry, each)))
  if (how === 'POST payments/id/capture') return capturePayment(books, entry, payment, given)
  if (how === 'POST payments/id/refund') return refundPayment(books, entry, payment, given, request.headers)
  return refused(400, 'The requested URL was not found on the server.')
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const tooSmall = () => refused(400, 'The amount must be at least INR 1.00', 'amount')

function createOrder({ entries }: Books, { amount, currency, receipt, notes }: Record<string, unknown>) {
  if (typeof currency !== 'string') return refused(400, 'The currency field is required.', 'currency')
  if (!isWhole(amount)) return refused(400, 'The amount must be an integer.', 'amount')
  if (currency === 'INR' && amount < 100) return tooSmall()
  const entry = newEntry({ amount, currency, receipt: typeof receipt === 'string' ? receipt : null, notes })
  entries.set(entry.order.id, entry)
  return fine(entry.order)
}

/** Newest first, ten by default. */
function listOrders({ entries }: Books, receipt: string | null): SupplierAnswer {
  const matches = [...entries.values()].filter(({ order, lie }) => lie !== 'wrong-mode' && order.receipt === receipt)
  return collection(matches.reverse().map((entry) => reported(entry, entry.order)))
}

function capturePayment({ captures }: Books, entry: Entry, payment: PaymentObject, given: Record<string, unknown>) {
  if (payment.captured) return refused(400, 'This payment has already been captured')
  if (payment.status !== 'authorized') return refused(400, 'Only payments which have been authorized can be captured')
  if (given.amount !== payment.amount || given.currency !== payment.currency)
    return refused(400, 'Capture amount must be equal to the amount authorized', 'amount')
  captures.set(entry.order.id, (captures.get(entry.order.id) ?? 0) + 1)
  capture(entry, payment)
  return fine(reported(entry, payment))
}

const known = ['amount', 'speed', 'notes', 'receipt']
const answered = new Map<string, { body: string; refund: object }>()
function refundPayment(
  { state }: Books,
  entry: Entry,
  payment: PaymentObject,
  given: Record<string, unknown>,
  headers: SupplierRequest['headers'],
): SupplierAnswer {
  const key = headers['x-refund-idempotency']
  const body = JSON.stringify(given)
  const earlier = key === undefined ? undefined : answered.get(`${payment.id} ${key}`)
  if (key !== undefined && !/^[A-Za-z0-9_-]{10,}$/.test(key)) return refused(400, 'The idempotency key is invalid')
  if (state.isBusy) return refused(409, 'Request failed because another request with the same key is in progress')
  if (earlier)
    return earlier.body === body
      ? fine(reported(entry, entry.refunds.find((each) => each.id === (earlier.refund as { id: string }).id)!))
      : refused(409, 'Different request with the same idempotency key has already been processed.')
  const extra = Object.keys(given).find((name) => !known.includes(name))
  if (extra) return refused(400, `${extra} is/are not required and should not be sent`)
  const left = payment.amount - payment.amount_refunded
  const amount = given.amount ?? left
  if (!payment.captured) return refused(400, 'The payment status should be captured for action to be taken')
  if (left === 0) return refused(400, 'The payment has been fully refunded already')
  if (!isWhole(amount)) return refused(400, 'The amount must be an integer.', 'amount')
  if (payment.currency === 'INR' && amount < 100) return tooSmall()
  if (amount > left) return refused(400, 'The refund amount provided is greater than amount captured', 'amount')
  const receipt = typeof given.receipt === 'string' ? given.receipt : null
  const status = state.settlesAtOnce ? 'processed' : 'pending'
  const refund = giveBack(entry, payment, { amount, receipt, notes: given.notes, status })
  if (key !== undefined) answered.set(`${payment.id} ${key}`, { body, refund })
  return fine(reported(entry, refund))
}
