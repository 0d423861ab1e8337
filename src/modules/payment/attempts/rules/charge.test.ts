import { describe, expect, it } from 'vitest'
import { money } from '../../../../kernel/money.ts'
import { resolveTexts } from '../../../../platform/messages.server.ts'
import { chargeCurrency, chargeFor as chargeInKeys } from './charge.ts'

const chargeFor = (...input: Parameters<typeof chargeInKeys>) => resolveTexts(chargeInKeys(...input), 'en')

const rates = { USD: '1', AED: '3.67', INR: '86', EUR: '0.92' }
const own = { charge: { rule: 'booking' }, currencies: null, label: 'Cash' } as const
const razorpay = {
  charge: { rule: 'setting', key: 'razorpay_currency', fallback: 'INR' },
  currencies: null,
  label: 'Card',
  limits: { INR: { min: 100, max: 50_000_000 } },
} as const
const paypal = {
  charge: { rule: 'setting', key: 'paypal_currency', fallback: 'USD' },
  currencies: ['USD', 'EUR'],
  currencyRefusal: 'PayPal cannot take AED or INR',
  label: 'PayPal',
} as const

describe('the amount charged', () => {
  it("is the booking's own amount for transfer and cash [C298, A279]", () => {
    expect(chargeFor(own, money(12345, 'AED'), {}, rates)).toEqual({
      charge: { amount: money(12345, 'AED'), rate: '1', isConverted: false },
    })
  })

  it('is in the currency set for the gateway, INR by default for Razorpay [C298, A277]', () => {
    expect(chargeCurrency(razorpay, 'AED', {})).toBe('INR')
    expect(chargeCurrency(razorpay, 'AED', { razorpay_currency: 'USD' })).toBe('USD')
    expect(chargeCurrency(razorpay, 'AED', { razorpay_currency: 'nonsense' })).toBe('INR')
    const inPayPal = (paypal_currency: string) => chargeFor(paypal, money(10_000, 'USD'), { paypal_currency }, rates)
    expect(inPayPal('EUR')).toMatchObject({ charge: { amount: money(9_200, 'EUR') } })
    expect(inPayPal('USD')).toMatchObject({ charge: { amount: money(10_000, 'USD') } })
  })

  it('is converted with the saved rate to the minor unit, and includes that rate [A280, C300]', () => {
    expect(chargeFor(razorpay, money(10_000, 'USD'), {}, rates)).toEqual({
      charge: { amount: money(860_000, 'INR'), rate: '86.00000000', isConverted: true },
    })
    expect(chargeFor(razorpay, money(10_000, 'AED'), {}, rates)).toMatchObject({
      charge: { amount: money(234_332, 'INR'), rate: '23.43324251' },
    })
  })

  it('is refused with a reason in a currency that the provider cannot take [C299, A278]', () => {
    expect(chargeFor(paypal, money(100, 'AED'), { paypal_currency: 'AED' }, rates)).toEqual({
      refusal: 'PayPal cannot take AED or INR',
    })
  })

  it('is refused when there is no exchange rate', () => {
    expect(chargeFor(razorpay, money(100, 'GBP'), {}, rates)).toEqual({
      refusal: 'No exchange rate from GBP to INR is set',
    })
  })

  it('is refused outside the provider limits', () => {
    expect(chargeFor(razorpay, money(99, 'INR'), {}, rates)).toEqual({
      refusal: 'Card does not accept payments below ₹1.00',
    })
    expect(chargeFor(razorpay, money(100, 'INR'), {}, rates)).toHaveProperty('charge')
    expect(chargeFor(razorpay, money(50_000_001, 'INR'), {}, rates)).toEqual({
      refusal: 'Card does not accept payments above ₹500,000.00',
    })
  })
})
