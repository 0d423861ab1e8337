import { describe, expect, it } from 'vitest'
import { popupIn } from './shop.ts'

type Options = Readonly<Record<string, unknown>> & {
  readonly handler: (answer: unknown) => void
  readonly modal: { readonly ondismiss: () => void }
}
/** A window with Razorpay's script; the test controls the customer. */
function scope() {
  const seen = { options: null as Options | null, isOpen: false, fail: (_: object) => {} }
  class Razorpay {
    constructor(options: Options) {
      seen.options = options
    }
    on(event: string, tell: (failure: object) => void) {
      if (event === 'payment.failed') seen.fail = tell
    }
    open() {
      seen.isOpen = true
    }
  }
  return { seen, popup: popupIn({ Razorpay }, () => 1_000_000) }
}
const answer = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'abc' }

describe("Razorpay's popup", () => {
  it('opens with the server’s options and returns the three fields after payment [C206]', async () => {
    const { seen, popup } = scope()
    const end = popup.open({ key: 'rzp_test_1', order_id: 'order_1', amount: 100 })
    expect(seen).toMatchObject({ isOpen: true, options: { key: 'rzp_test_1', order_id: 'order_1', amount: 100 } })
    seen.options?.handler({ ...answer, more: 1 })
    expect(await end).toEqual({ kind: 'returned', form: answer })
  })
  it('reports the last failed try when closed, if there was one [C213]', async () => {
    const first = scope()
    const closed = first.popup.open({})
    first.seen.options?.modal.ondismiss()
    expect(await closed).toEqual({ kind: 'dismissed', failure: null })
    const second = scope()
    const failed = second.popup.open({})
    second.seen.fail({ error: { description: 'Card declined' } })
    second.seen.fail({})
    second.seen.options?.modal.ondismiss()
    expect(await failed).toEqual({ kind: 'dismissed', failure: 'Card declined' })
  })
  it('accepts payment after a failed try', async () => {
    const { seen, popup } = scope()
    const end = popup.open({})
    seen.fail({ error: { description: 'Card declined' } })
    seen.options?.handler(answer)
    expect((await end)?.kind).toBe('returned')
  })
  it('is unavailable without Razorpay’s script [C203]', () => {
    expect(popupIn({}).open({})).toBeNull()
    expect(popupIn({ Razorpay: 'blocked' }).open({})).toBeNull()
  })
  it('closes with the payment’s time limit, but after one minute at the earliest', () => {
    const timeoutFor = (end: number | undefined) => {
      const { seen, popup } = scope()
      void popup.open({ ...(end !== undefined && { expires_at: end }) })
      expect(seen.options).not.toHaveProperty('expires_at')
      return seen.options?.timeout
    }
    expect([timeoutFor(1_000 + 900), timeoutFor(1_010), timeoutFor(undefined)]).toEqual([900, 60, undefined])
  })
  it('is not used in in-app browsers', () => {
    const { popup } = scope()
    const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1'
    expect([android, iphone].map(popup.canOpen)).toEqual([true, true])
    for (const inside of [
      `${iphone} [FBAN/FBIOS;FBAV/490.0]`,
      `${android} Instagram 360.0`,
      android.replace(')', '; wv)'),
    ])
      expect(popup.canOpen(inside)).toBe(false)
  })
})
