import { describe, expect, test, vi } from 'vitest'
import en from '../messages/en.json'
import { isPayingDocument } from './paying-document.ts'
import { prepareScript } from './popup.ts'

const settled = () => new Promise((done) => setImmediate(done))

describe("a supplier's script", () => {
  test('is fetched once when its method is chosen, and loads until it arrives', async () => {
    const load = vi.fn(async () => true)
    expect(prepareScript('https://pay.example/a.js', load).state).toBe('loading')
    expect(prepareScript('https://pay.example/a.js', load).state).toBe('loading')
    await settled()
    expect(prepareScript('https://pay.example/a.js', load).state).toBe('ready')
    expect(load).toHaveBeenCalledTimes(1)
  })
  test('is missing when blocked, and fetched again with the next try', async () => {
    const answers = [false, true]
    const load = vi.fn(async () => answers.shift() === true)
    const first = prepareScript('https://pay.example/b.js', load)
    await first.settled
    expect(first.state).toBe('missing')
    await prepareScript('https://pay.example/b.js', load).settled
    expect(prepareScript('https://pay.example/b.js', load).state).toBe('ready')
  })
  test('has the specification’s message for both', () => {
    expect(en.payment.popupLoading.replace('{name}', 'Razorpay')).toBe(
      'Razorpay is still loading. Please try again in a moment.',
    )
    expect(en.payment.popupMissing.replace('{name}', 'Razorpay')).toBe('Razorpay SDK not loaded')
    expect(en.payment.ended.cancelledText).toBe('Payment cancelled by user')
  })
})

test('a document may pay if it was loaded as the payment page or at a wizard’s payment step', () => {
  const loaded = (path: string) => isPayingDocument(`https://shop.test${path}`)
  expect(['/booking-payment?bookingId=1', '/visas/uae?step=payment'].map(loaded)).toEqual([true, true])
  expect(['/', '/tours/dunes', '/visas/uae?step=contact', '/book?to=/booking-payment'].map(loaded)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
