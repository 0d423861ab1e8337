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
  fields: [],
  charge: { rule: 'booking' },
  currencies: null,
  opensForMinutes: null,
  ...change,
})
const charge = { amount: money(100, 'INR'), rate: '1', isConverted: false }

describe('a payment method', () => {
  it("has the badge 'Instant' with a provider and 'Manual' without [C200]", () => {
    expect(describeMethod(described({}), '', charge)).toMatchObject({ badge: 'Instant', manual_instructions: '' })
    const manual = describeMethod(described({ type: 'manual', brands: [] }), 'Transfer\nto us', charge)
    expect(manual).toMatchObject({ badge: 'Manual', manual_instructions: 'Transfer\nto us' })
    expect(previewOf(manual.manual_instructions)).toBe('Transfer to us')
  })

  it('lists its label and brands [C199]', () => {
    expect(describeMethod(described({}), '', charge)).toMatchObject({
      label: 'Pay by Card / UPI',
      brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'],
    })
  })

  it('of an online gateway has no instructions [C316]', () => {
    expect(describeMethod(described({}), 'secret', charge).manual_instructions).toBe('')
  })

  it('shortens its preview to 100 characters of any kind [C200]', () => {
    expect(previewOf('x'.repeat(100))).toBe('x'.repeat(100))
    expect([...previewOf('x'.repeat(101))]).toHaveLength(100)
    expect([...previewOf('🕋'.repeat(101))]).toHaveLength(100)
    expect(previewOf('🕋'.repeat(101))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})
