import { describe, expect, it } from 'vitest'
import { hasContracts, readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { orderNumber } from './order-number.ts'
import { minorOf, orderSnapshot, readOrder, readRefunds, readRefundTaken } from './snapshot.server.ts'

const body = (change: object = {}) => ({
  reference_no: '112233445566',
  order_no: 'ATT-000123',
  order_currncy: 'INR',
  order_amt: 14_999,
  order_gross_amt: 14_999,
  order_capt_amt: 0,
  order_status: 'Successful',
  order_fraud_status: 'NA',
  error_desc: '',
  error_code: '',
  status: 0,
  ...change,
})
const snapshotOf = (change: object = {}) => {
  const reading = readOrder(body(change))
  if (reading.kind !== 'value') throw new Error(reading.code)
  return orderSnapshot(reading.value, 'live')
}

describe('an order of the status API', () => {
  it.each([
    ['Successful', 'succeeded', 1_499_900],
    ['Shipped', 'succeeded', 1_499_900],
    ['shipped', 'succeeded', 1_499_900],
    ['Initiated', 'requires_action', 0],
    ['Awaited', 'processing', 0],
    ['Unsuccessful', 'failed', 0],
    ['Invalid', 'failed', 0],
    ['Fraud', 'failed', 0],
    ['Aborted', 'cancelled', 0],
    ['Cancelled', 'cancelled', 0],
    ['Auto-Cancelled', 'cancelled', 0],
    ['Timeout', 'expired', 0],
    ['Chargeback', 'succeeded', 1_499_900],
  ])('%s is %s', (order_status, status, capturedMinor) => {
    expect(snapshotOf({ order_status })).toMatchObject({
      status,
      capturedMinor,
      refundedMinor: 0,
      orderRef: 'ATT-000123',
      paymentRef: '112233445566',
      currency: 'INR',
      mode: 'live',
    })
  })

  it.each(['Refunded', 'System refund', 'Auto-Reversed'])('%s counts as paid and refunded', (order_status) => {
    expect(snapshotOf({ order_status })).toMatchObject({
      status: 'succeeded',
      capturedMinor: 1_499_900,
      refundedMinor: 1_499_900,
    })
  })

  it.each(['Cancelled', 'Auto-Cancelled'])('%s after the payment counts as refunded', (order_status) => {
    const reading = readOrder(body({ order_status }))
    expect(reading.kind === 'value' && orderSnapshot(reading.value, 'live', true)).toMatchObject({
      status: 'succeeded',
      capturedMinor: 1_499_900,
      refundedMinor: 1_499_900,
    })
  })

  it('flags a chargeback without other changes', () => {
    expect(snapshotOf({ order_status: 'Chargeback' }).isDisputed).toBe(true)
    expect(snapshotOf().isDisputed).toBeUndefined()
  })

  it.each(['High', 'HIGH', 'high'])(
    'does not count a payment with risk %s until staff decide',
    (order_fraud_status) => {
      for (const order_status of ['Successful', 'Shipped']) {
        expect(snapshotOf({ order_status, order_fraud_status })).toMatchObject({ status: 'processing', isHeld: true })
      }
      expect(snapshotOf({ order_status: 'Unsuccessful', order_fraud_status }).status).toBe('failed')
    },
  )

  it.each(['Low', 'NR', 'GA', 'NA'])('counts a payment with risk %s', (order_fraud_status) => {
    expect(snapshotOf({ order_fraud_status })).toMatchObject({ status: 'succeeded' })
    expect(snapshotOf({ order_fraud_status }).isHeld).toBeUndefined()
  })

  it('counts the captured amount once confirmed, even if it is lower', () => {
    expect(snapshotOf({ order_status: 'Shipped', order_capt_amt: 14_999.5 }).capturedMinor).toBe(1_499_950)
    expect(snapshotOf({ order_status: 'Shipped', order_capt_amt: '100.00' }).capturedMinor).toBe(10_000)
  })

  it('reports the fee when all its parts are present', () => {
    const fee = { order_fee_flat: 3, order_fee_perc_value: 30.85, order_tax: 6.093 }
    expect(snapshotOf(fee).feeMinor).toBe(3_994)
    expect(snapshotOf({ ...fee, order_tax: undefined }).feeMinor).toBeUndefined()
    expect(snapshotOf({ ...fee, order_status: 'Awaited' }).feeMinor).toBeUndefined()
  })

  it('is read in both wrappers, with both currency fields and both number formats', () => {
    const plain = readOrder(body())
    expect(readOrder({ Order_Status_Result: body() })).toEqual(plain)
    expect(readOrder(body({ order_currncy: undefined, order_curr: 'INR' }))).toMatchObject({
      value: { currency: 'INR' },
    })
    expect(snapshotOf({ reference_no: 112_233_445_566, order_amt: '14999.00' })).toEqual(snapshotOf())
  })

  it.each([
    { order_amt: -1 },
    { order_amt: 'much' },
    { order_amt: undefined },
    { order_currncy: undefined },
    { order_currncy: 'inr' },
    { order_no: '' },
    { reference_no: 'x' },
    { order_status: undefined },
    { order_status: 'Perhaps' },
  ])('is rejected with %o', (change) => {
    expect(() => snapshotOf(change)).toThrow()
  })

  it('is rejected when it is not an order', () => {
    for (const other of [null, 'Shipped', 7, [], {}, { Order_Status_Result: null }])
      expect(() => readOrder(other)).toThrow()
  })

  it('may be an error', () => {
    const error = { error_desc: 'Order List: Invalid Parameter', error_code: '51313', status: 1 }
    expect(readOrder(error)).toEqual({ kind: 'error', code: '51313', message: error.error_desc })
    expect(readOrder({ Order_Status_Result: error })).toMatchObject({ code: '51313' })
  })

  it('has its own message for the customer when unpaid and hides the bank’s', () => {
    const { failureMessage } = snapshotOf({ order_status: 'Unsuccessful', order_bank_response: '<b>Do not honour</b>' })
    expect(inEnglish(failureMessage)).toBe('Your bank or card did not accept the payment')
    expect(snapshotOf().failureMessage).toBeNull()
  })
})

it.skipIf(!hasContracts)('the published answer is read', () => {
  const vectors = readContractFile('ccavenue-vectors.json') as { cbc: { vectors: { name: string; plain: string }[] } }
  const { plain } = vectors.cbc.vectors.find(({ name }) => name === 'status response JSON')!
  const reading = readOrder(JSON.parse(plain))
  expect(reading.kind === 'value' && orderSnapshot(reading.value, 'test')).toMatchObject({
    status: 'succeeded',
    capturedMinor: 1_499_900,
    paymentRef: '112233445566',
    mode: 'test',
  })
  const taken = vectors.cbc.vectors.find(({ name }) => name === 'refund response JSON')!
  expect(readRefundTaken(JSON.parse(taken.plain))).toEqual({ isTaken: true, code: '', reason: '' })
})

it('amounts are rounded to the decimals of the currency', () => {
  expect([0, 0.1, 1.005, 14_999.5, 9_999_999_999.99].map((value) => minorOf(value, 'INR'))).toEqual([
    0, 10, 100, 1_499_950, 999_999_999_999,
  ])
  expect(['0.29', '1.10', '30.8500', '0.0028'].map((value) => minorOf(value, 'AED'))).toEqual([29, 110, 3_085, 0])
})

describe('the refunds of a payment', () => {
  const refund = (change: object = {}) => ({
    refund_amt: '1.00',
    refund_issue_date: '2026-11-21 15:11:07.877',
    refund_bank_ref_no: '2492',
    refund_mer_ref_no: 'A1',
    refund_status: 'TS-REFC',
    ...change,
  })
  const read = (...refund_list: object[]) => readRefunds({ refund_list, error_code: '', error_desc: '' }, '4711', 'INR')

  it.each([
    ['TS-REFC', 'succeeded'],
    ['TS-REFA', 'pending'],
    ['TS-REFF', 'failed'],
    ['TS-REFD', 'failed'],
  ])('%s is %s', (refund_status, state) => {
    expect(read(refund({ refund_status }))).toMatchObject({ value: [{ state, amountMinor: 100 }] })
  })

  it('are matched by our number; others by payment with note or time', () => {
    const id = '01900000-0000-7000-8000-000000000001'
    const mine = refund({ refund_mer_ref_no: orderNumber(id) })
    expect(read(mine, refund(), refund({ refund_mer_ref_no: '' }), refund({ refund_mer_ref_no: null }))).toMatchObject({
      value: [
        { ref: orderNumber(id), ourId: id },
        { ref: '4711:A1', ourId: null },
        { ref: '4711:2026-11-21 15:11:07.877', ourId: null },
        { ref: '4711:2026-11-21 15:11:07.877', ourId: null },
      ],
    })
  })

  it('may be empty, also when CCAvenue has no record', () => {
    expect(read()).toEqual({ kind: 'value', value: [] })
    const none = { error_code: '51419', error_desc: 'No record found', refund_list: '' }
    expect(readRefunds(none, '4711', 'INR')).toEqual({ kind: 'value', value: [] })
    expect(readRefunds({ error_code: '51407', error_desc: 'no' }, '4711', 'INR')).toMatchObject({ kind: 'error' })
  })

  it('are rejected with an unknown state or amount', () => {
    for (const change of [{ refund_status: 'TS-REFX' }, { refund_amt: 'x' }, { refund_amt: null }])
      expect(() => read(refund(change))).toThrow()
  })
})
