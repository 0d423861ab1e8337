import { describe, expect, test } from 'vitest'
import en from '../messages/en.json'
import { nextStep } from './next-step.ts'

const sentenceOf = (answer: Parameters<typeof nextStep>[0]): string | null => {
  const step = nextStep(answer)
  return step.kind === 'failed' ? step.message || en.payment[step.otherwise] : null
}

describe('the answer to a payment that is started', () => {
  test('sends the browser to the address of a redirect and opens the transfer screen [C206]', () => {
    const url = 'https://pay.example/session'
    for (const actionType of ['stripe_redirect', 'paypal_redirect', 'ccavenue_redirect', 'sandbox_redirect'])
      expect(nextStep({ success: true, requiresAction: true, actionType, checkoutUrl: url })).toEqual({
        kind: 'leave',
        url,
      })
    const transfer = { success: true, requiresAction: true, actionType: 'bank_transfer_details' }
    expect(nextStep(transfer)).toEqual({ kind: 'bank-details' })
    expect(nextStep({ success: true, requiresAction: false, actionType: 'pay_on_arrival' })).toEqual({
      kind: 'pay-on-arrival',
    })
    expect(nextStep({ success: true, requiresAction: false })).toEqual({ kind: 'confirmation' })
  })

  test("that is a failure is told in its own words, else in the specification's [C212]", () => {
    const failed = { success: false, requiresAction: false }
    expect(sentenceOf({ ...failed, error: 'The bank says no' })).toBe('The bank says no')
    expect(sentenceOf(failed)).toBe('Payment failed')
    expect(sentenceOf({ ...failed, error: '' })).toBe('Payment failed')
    expect(sentenceOf({ success: true, requiresAction: true, actionType: 'unheard_of' })).toBe(
      'Failed to process payment',
    )
    expect(en.payment.errorTitle).toBe('Payment Error')
  })
})
