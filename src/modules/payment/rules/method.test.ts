import { describe, expect, it } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { ProviderDescription } from '../port.ts'
import { describeMethod, previewOf } from './method.ts'

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

describe('a way to pay', () => {
  it("is marked 'Instant' when a provider answers and 'Manual' when people do [C200]", () => {
    expect(describeMethod(described({}), '', charge)).toMatchObject({ badge: 'Instant', manual_instructions: '' })
    const manual = describeMethod(described({ type: 'manual', brands: [] }), 'Transfer\nto us', charge)
    expect(manual).toMatchObject({ badge: 'Manual', manual_instructions: 'Transfer\nto us' })
    expect(previewOf(manual.manual_instructions)).toBe('Transfer to us')
  })

  it('names what it takes [C199]', () => {
    expect(describeMethod(described({}), '', charge)).toMatchObject({
      label: 'Pay by Card / UPI',
      brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'],
    })
  })

  it('says nothing of the instructions of an online gateway [C316]', () => {
    expect(describeMethod(described({}), 'secret', charge).manual_instructions).toBe('')
  })

  it('previews at most 100 characters, whatever they are [C200]', () => {
    expect(previewOf('x'.repeat(100))).toBe('x'.repeat(100))
    expect([...previewOf('x'.repeat(101))]).toHaveLength(100)
    expect([...previewOf('🕋'.repeat(101))]).toHaveLength(100)
    expect(previewOf('🕋'.repeat(101))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})
