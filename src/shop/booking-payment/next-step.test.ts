import { describe, expect, test } from 'vitest'
import en from '../messages/en.json'
import { nextStep } from './next-step.ts'

const sentenceOf = (answer: Parameters<typeof nextStep>[0]): string | null => {
  const step = nextStep(answer)
  return step.kind === 'failed' ? step.message || en.payment[step.otherwise] : null
}

describe('the response to a started payment', () => {
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

  test('posts a form for redirects that need it [C206]', () => {
    const form = { encRequest: 'abc', access_code: 'x' }
    const url = 'https://pay.example/transaction'
    const redirect = { success: true, requiresAction: true, actionType: 'acme_redirect', checkoutUrl: url }
    expect(nextStep({ ...redirect, checkoutData: { form } })).toEqual({ kind: 'leave-by-form', post: { url, form } })
    expect(nextStep({ ...redirect, checkoutData: { form: { amount: 1 } } })).toEqual({ kind: 'leave', url })
  })

  test("opens the provider's popup, with its page as the fallback [C206]", () => {
    const page = { url: 'https://pay.example/embedded', form: { order: '1' } }
    const popup = { success: true, requiresAction: true, actionType: 'acme_checkout', attemptId: 'a1' }
    const step = { kind: 'popup', attemptId: 'a1', options: { key: 'k' } }
    expect(nextStep({ ...popup, checkoutData: { options: { key: 'k' }, page } })).toEqual({ ...step, page })
    expect(nextStep({ ...popup, checkoutData: { options: { key: 'k' } } })).toEqual({ ...step, page: null })
    expect(nextStep({ ...popup, checkoutData: {} }).kind).toBe('failed')
  })

  test("shows a failure with its own message, else the specification's [C212]", () => {
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
