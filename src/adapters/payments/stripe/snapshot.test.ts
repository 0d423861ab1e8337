import { describe, expect, it } from 'vitest'
import { hasContracts, readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { readEvent, readRefund, readSession, type StripeSession } from './objects.ts'
import { refundStateOf, snapshotOf } from './snapshot.ts'

type Body = Record<string, unknown>
type Fixtures = {
  examples: Record<string, Body>
  events: Record<string, Body & { data: { object: Body } }>
}
const { examples, events } = (readContractFile('stripe-fixtures.json') ?? { examples: {}, events: {} }) as Fixtures

/** The published session with its payment expanded, as we request it. */
const expanded = (session: Body, intent: Body, charge: Body): StripeSession =>
  readSession({ ...session, payment_intent: { ...intent, latest_charge: charge } })
const paid = (change: Body = {}, ofCharge: Body = {}): StripeSession =>
  expanded({ ...examples.session_complete_paid, ...change }, examples.payment_intent_succeeded ?? {}, {
    ...examples.charge_succeeded,
    ...ofCharge,
  })

describe.skipIf(!hasContracts)('the published objects (skipped where they are absent)', () => {
  it('are read correctly', () => {
    const statuses = {
      session_open: 'requires_action',
      session_complete_paid: 'succeeded',
      session_complete_unpaid_async: 'processing',
      session_expired: 'expired',
    }
    for (const [name, status] of Object.entries(statuses)) {
      const snapshot = snapshotOf(readSession(examples[name]), 'att_1', null)
      expect(snapshot).toMatchObject({ status, currency: 'INR', mode: 'test', orderRef: 'cs_test_att1' })
      expect(snapshot.capturedMinor).toBe(status === 'succeeded' ? 1_499_900 : 0)
    }
  })

  it('of a delayed payment refused by the bank are a failure with a message', () => {
    const { session_complete_unpaid_async: session, payment_intent_card_declined: intent } = examples
    const snapshot = snapshotOf(
      readSession({ ...session, payment_intent: { ...intent, latest_charge: null } }),
      'att_1',
      [],
    )
    expect(snapshot).toMatchObject({ status: 'failed', failureMessage: 'Your card has insufficient funds.' })
  })

  it('of refunds carry our id, and a canceled one has failed', () => {
    const names = ['refund_succeeded_partial', 'refund_pending', 'refund_failed']
    const [succeeded, pending, failed] = names.map((name) => readRefund(examples[name]))
    const snapshot = snapshotOf(paid(), 'att_1', [succeeded!, pending!, failed!])
    expect(snapshot.refunds?.map(({ ourId, state }) => [ourId, state])).toEqual([
      ['rf_1', 'succeeded'],
      ['rf_1', 'pending'],
      ['rf_1', 'failed'],
    ])
    expect(snapshot.refundedMinor).toBe(500_000)
    expect(refundStateOf({ ...pending!, status: 'canceled' })).toBe('failed')
    expect(refundStateOf({ ...pending!, status: 'requires_action' })).toBe('pending')
    expect(refundStateOf({ ...pending!, status: 'something_new' })).toBe('pending')
  })

  it('of events are all read', () => {
    for (const event of Object.values(events)) expect(readEvent(event).livemode).toBe(false)
  })

  it('are rejected without the fields that we act on', () => {
    const { livemode: _, ...blind } = examples.session_complete_paid ?? {}
    const wrongs = [
      blind,
      { ...examples.session_open, status: 'paused' },
      { ...examples.session_open, amount_total: 1.5 },
    ]
    for (const wrong of [...wrongs, null, 'garbage', {}])
      expect(() => readSession(wrong)).toThrow('no readable session')
  })
})

describe.skipIf(!hasContracts)('a paid session', () => {
  it('shown in the payer’s own currency keeps our amount', () => {
    const presentment_details = { presentment_amount: 500, presentment_currency: 'jpy' }
    const snapshot = snapshotOf(paid({ presentment_details, adaptive_pricing: { enabled: true } }), 'att_1', [])
    expect(snapshot).toMatchObject({ currency: 'INR', capturedMinor: 1_499_900, paymentRef: 'pi_att1' })
  })

  it('counts the lower amount when its payment is lower', () => {
    const intent = { ...examples.payment_intent_succeeded, amount_received: 1_000 }
    const snapshot = snapshotOf(
      expanded(examples.session_complete_paid ?? {}, intent, examples.charge_succeeded ?? {}),
      'att_1',
      [],
    )
    expect(snapshot).toMatchObject({ status: 'succeeded', capturedMinor: 1_000 })
    const dear = { ...intent, currency: 'usd' }
    const other = expanded(examples.session_complete_paid ?? {}, dear, examples.charge_succeeded ?? {})
    expect(snapshotOf(other, 'att_1', []).capturedMinor).toBe(0)
  })

  it('made for another attempt is another order', () => {
    expect(snapshotOf(paid({ client_reference_id: 'att_2' }), 'att_1', []).orderRef).not.toBe('cs_test_att1')
    expect(snapshotOf(paid({ client_reference_id: null }), 'att_1', []).orderRef).not.toBe('cs_test_att1')
  })

  it('without anything to pay counts as 0', () => {
    const snapshot = snapshotOf(paid({ payment_status: 'no_payment_required' }), 'att_1', [])
    expect(snapshot).toMatchObject({ status: 'succeeded', capturedMinor: 0 })
  })

  it('has a fee: exact in its own currency, proportional in another, none when missing', () => {
    const fee = (balance_transaction: unknown) => snapshotOf(paid({}, { balance_transaction }), 'att_1', []).feeMinor
    expect(fee({ id: 'txn_1', amount: 1_499_900, fee: 43_527, currency: 'inr' })).toBe(43_527)
    expect(fee({ id: 'txn_1', amount: 64_000, fee: 1_886, currency: 'aed' })).toBe(44_200)
    expect(fee({ id: 'txn_1', amount: 0, fee: 10, currency: 'aed' })).toBeUndefined()
    expect(fee('txn_1')).toBeUndefined()
    expect(fee(null)).toBeUndefined()
  })
})
