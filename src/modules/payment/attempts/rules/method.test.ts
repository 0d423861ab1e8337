import { describe, expect, it } from 'vitest'
import { money } from '../../../../kernel/money.ts'
import { resolveTexts } from '../../../../platform/messages.server.ts'
import type { ProviderDescription } from '../../port.ts'
import { describeMethod as methodInKeys, previewOf } from './method.ts'

const describeMethod = (...input: Parameters<typeof methodInKeys>) => resolveTexts(methodInKeys(...input), 'en')

const described = (change: Partial<ProviderDescription>): ProviderDescription => ({
  name: 'razorpay',
  type: 'api',
  label: 'Pay by Card / UPI',
  brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'],
  means: 'card',
  fields: [],
  charge: { rule: 'booking' },
  currencies: null,
  opensForMinutes: null,
  ...change,
})
const words = (manual_instructions = '', display_name = '') => ({ manual_instructions, display_name })
const charge = { amount: money(100, 'INR'), rate: '1', isConverted: false }

describe('a payment method', () => {
  it("has the badge 'Instant' with a provider and 'Manual' without [C200]", () => {
    expect(describeMethod(described({}), words(), charge)).toMatchObject({ badge: 'Instant', manual_instructions: '' })
    const manual = describeMethod(described({ type: 'manual', brands: [] }), words('Transfer\nto us'), charge)
    expect(manual).toMatchObject({ badge: 'Manual', manual_instructions: 'Transfer\nto us' })
    expect(previewOf(manual.manual_instructions)).toBe('Transfer to us')
  })

  it('lists its label and brands [C199]', () => {
    expect(describeMethod(described({}), words(), charge)).toMatchObject({
      label: 'Pay by Card / UPI',
      brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'],
    })
  })

  it('has the name that the agency gave it, and its language where readers have another', () => {
    const named = describeMethod(described({}), words('', 'Card or UPI'), charge)
    expect(named).toMatchObject({ label: 'Card or UPI' })
    expect(named).not.toHaveProperty('languages')
    const inEnglish = { ...words('', 'Card or UPI'), languages: { display_name: 'en' } as const }
    expect(describeMethod(described({}), inEnglish, charge)).toMatchObject({ languages: { label: 'en' } })
  })

  it('is shown as its provider says for the currency charged', () => {
    const shownIn = (currency: string) => (currency === 'INR' ? null : { label: 'Pay by Card', brands: ['Visa'] })
    expect(describeMethod(described({ shownIn }), words(), charge)).toMatchObject({ label: 'Pay by Card / UPI' })
    const abroad = describeMethod(described({ shownIn }), words(), { ...charge, amount: money(100, 'AED') })
    expect(abroad).toMatchObject({ label: 'Pay by Card', brands: ['Visa'] })
  })

  it('says what happens next', () => {
    const next = (change: Partial<ProviderDescription>) => describeMethod(described(change), words(), charge).next
    expect(next({ supplier: 'Stripe' })).toBe("Next, you pay on Stripe's secure page. Then you come back here.")
    expect(next({})).toBe('Next, you pay on a secure page. Then you come back here.')
    const popup = { type: 'razorpay_checkout', script: 'https://x.test/a.js', name: 'Razorpay' } as const
    expect(next({ popup })).toBe('Next, a secure Razorpay window opens on this page.')
    expect(next({ type: 'manual' })).toContain('bank details')
    expect(next({ type: 'manual', isDueOnArrival: true })).toBe('Nothing to pay now. You pay on arrival.')
  })

  it('of an online gateway has no instructions [C316]', () => {
    expect(describeMethod(described({}), words('secret'), charge).manual_instructions).toBe('')
  })

  it('shortens its preview to 100 characters of any kind [C200]', () => {
    expect(previewOf('x'.repeat(100))).toBe('x'.repeat(100))
    expect([...previewOf('x'.repeat(101))]).toHaveLength(100)
    expect([...previewOf('🕋'.repeat(101))]).toHaveLength(100)
    expect(previewOf('🕋'.repeat(101))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})
