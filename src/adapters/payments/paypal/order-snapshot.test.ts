import { describe, expect, it } from 'vitest'
import { readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { benchAttempt } from '../../../modules/payment/testing/contract-suite.ts'
import { amountOf, orderObject } from './objects.ts'
import { isAsAsked, orderSnapshot } from './order-snapshot.ts'

const attempt = { ...benchAttempt('att_2', 'paypal', 'USD'), amountMinor: 18_000 }
const usd = (value: string) => ({ currency_code: 'USD', value })
type Change = { order?: object; unit?: object; capture?: object | null; refunds?: readonly object[] }
const order = ({ order: change = {}, unit = {}, capture = {}, refunds = [] }: Change = {}) =>
  orderObject.parse({
    id: '5O190127TN364715T',
    status: 'COMPLETED',
    purchase_units: [
      {
        amount: usd('180.00'),
        custom_id: 'att_2',
        payments: {
          captures: capture ? [{ id: 'C1', status: 'COMPLETED', amount: usd('180.00'), ...capture }] : [],
          refunds,
        },
        ...unit,
      },
    ],
    links: [{ href: 'https://api-m.sandbox.paypal.com/v2/checkout/orders/5O190127TN364715T', rel: 'self' }],
    ...change,
  })
const snapshotWith = (change: Change) => orderSnapshot(order(change), attempt, 'test')

describe('an order reduced to its payment state', () => {
  it.each([
    ['COMPLETED', 'succeeded', 18_000],
    ['PARTIALLY_REFUNDED', 'succeeded', 18_000],
    ['REFUNDED', 'succeeded', 18_000],
    ['REVERSED', 'succeeded', 18_000],
    ['PENDING', 'processing', 0],
    ['DECLINED', 'failed', 0],
    ['FAILED', 'failed', 0],
  ])('takes its status from the capture, whatever its own: %s', (status, ours, capturedMinor) => {
    expect(snapshotWith({ capture: { status } })).toMatchObject({ status: ours, capturedMinor, paymentRef: 'C1' })
  })

  it.each([
    ['CREATED', 'requires_action'],
    ['SAVED', 'requires_action'],
    ['APPROVED', 'requires_action'],
    ['PAYER_ACTION_REQUIRED', 'requires_action'],
    ['VOIDED', 'cancelled'],
    ['COMPLETED', 'processing'],
  ])('holds no money before a capture: %s', (status, ours) => {
    expect(snapshotWith({ order: { status }, capture: null })).toMatchObject({ status: ours, capturedMinor: 0 })
  })

  it('lists refunds with their states, including failed ones', () => {
    const refunds = ['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'].map((status, at) => ({
      id: `R${at}`,
      status,
      amount: usd('10.00'),
      custom_id: `rf_${at}`,
    }))
    const snapshot = snapshotWith({ capture: { status: 'PARTIALLY_REFUNDED' }, refunds })
    expect(snapshot.refundedMinor).toBe(1_000)
    expect(snapshot.refunds?.map(({ state }) => state)).toEqual(['succeeded', 'pending', 'failed', 'failed'])
    expect(snapshot.refunds?.[1]).toMatchObject({ ref: 'R1', ourId: 'rf_1', amountMinor: 1_000 })
  })

  it('counts a complete reversal without a refund', () => {
    for (const status of ['REFUNDED', 'REVERSED'])
      expect(snapshotWith({ capture: { status } })).toMatchObject({ refunds: null, refundedMinor: 18_000 })
  })

  it('reports the fee only in the same currency', () => {
    const fee = (paypal_fee: object) =>
      snapshotWith({ capture: { seller_receivable_breakdown: { paypal_fee } } }).feeMinor
    expect(fee(usd('6.77'))).toBe(677)
    expect(fee({ currency_code: 'EUR', value: '6.20' })).toBeUndefined()
    expect(snapshotWith({}).feeMinor).toBeUndefined()
  })

  it('reports a dispute', () => {
    const held = (reason: string) =>
      snapshotWith({ capture: { status: 'PENDING', status_details: { reason } } }).isDisputed
    expect(held('BUYER_COMPLAINT')).toBe(true)
    expect(held('PENDING_REVIEW')).toBeUndefined()
  })

  it('takes its mode from its links', () => {
    const self = (href: string) => snapshotWith({ order: { links: [{ href, rel: 'self' }] } }).mode
    expect(self('https://api-m.paypal.com/v2/checkout/orders/1')).toBe('live')
    expect(self('https://api.sandbox.paypal.com/v2/checkout/orders/1')).toBe('test')
    expect(self('http://127.0.0.1:1/v2/checkout/orders/1')).toBe('test')
  })

  it('is captured only if it matches the attempt', () => {
    expect(isAsAsked(order(), attempt)).toBe(true)
    for (const unit of [
      { amount: usd('179.99') },
      { amount: { currency_code: 'EUR', value: '180.00' } },
      { custom_id: 'x' },
    ])
      expect(isAsAsked(order({ unit }), attempt)).toBe(false)
  })

  it('is rejected with a missing or wrong field', () => {
    for (const amount of [
      usd('180,00'),
      usd('-1.00'),
      usd('1.001'),
      { currency_code: 'usd', value: '1' },
      18_000,
      undefined,
    ])
      expect(() => order({ capture: { amount } })).toThrow()
    expect(() => order({ order: { purchase_units: [] } })).toThrow()
    expect(() => order({ order: { status: 'PAID' } })).toThrow()
  })
})

describe('an amount', () => {
  it.each([
    [18_000, 'USD', '180.00'],
    [5, 'USD', '0.05'],
    [500, 'JPY', '500'],
  ])('of %s %s is written %s', (minor, currency, value) => {
    expect(amountOf({ minor, currency })).toEqual({ currency_code: currency, value })
  })
})

const samples = readContractFile('paypal-samples.json') as Record<string, unknown> | null
describe.skipIf(samples === null)('the sample orders', () => {
  it('are read correctly', () => {
    const read = (name: string) => orderSnapshot(orderObject.parse(samples?.[name]), attempt, 'test')
    expect(read('order_approved')).toMatchObject({ status: 'requires_action', capturedMinor: 0 })
    expect(read('order_completed')).toMatchObject({
      orderRef: '5O190127TN364715T',
      paymentRef: '3C679366HH908993F',
      status: 'succeeded',
      capturedMinor: 18_000,
      feeMinor: 677,
      mode: 'test',
    })
  })
})
