import { describe, expect, it, vi } from 'vitest'

vi.mock('admin-messages:all', async () => ({ default: { en: (await import('../messages/en.json')).default } }))
const { formOf, hundredthsOf, newPromo, readPromo } = await import('./promo-form.ts')
const form = { ...newPromo, code: 'eid 26', percent: '12.5' }

describe('the promo code editor', () => {
  it('accepts percentages with two decimals and rejects other text', () => {
    expect(['12.5', '0.01', '100', '7 %', '33.33'].map(hundredthsOf)).toEqual([1250, 1, 10_000, 700, 3333])
    for (const typed of ['', '0', '100.01', '1.234', '-5', 'ten', '1e2']) expect(hundredthsOf(typed), typed).toBeNull()
  })

  it("converts times between the agency's time zone and instants", () => {
    const { promo } = readPromo({ ...form, starts: '2026-12-01T00:00', ends: '2026-12-31T23:59' })
    expect(promo).toMatchObject({ startsAt: '2026-11-30T20:00:00.000Z', endsAt: '2026-12-31T19:59:00.000Z' })
    const view = { ...promo!, id: 'a', version: 1, used: 0 }
    expect(formOf(view)).toMatchObject({ starts: '2026-12-01T00:00', ends: '2026-12-31T23:59', percent: '12.5' })
  })

  it('accepts an amount in its currency, to the minor unit', () => {
    const { promo } = readPromo({ ...form, discount: 'amount', amount: '1,250.50', currency: 'AED' })
    expect(promo?.discount).toEqual({ amount: { minor: 125_050, currency: 'AED' } })
    expect(formOf({ ...promo!, id: 'a', version: 1, used: 0 })).toMatchObject({ amount: '1250.50', currency: 'AED' })
  })

  it('shows field errors and sends nothing while there are any', () => {
    const wrong = {
      ...form,
      code: '!',
      percent: '200',
      usageLimit: '0',
      customerLimit: '1.5',
      starts: '2026-13-01T00:00',
    }
    const read = readPromo(wrong)
    expect(Object.keys(read.errors).sort()).toEqual(['code', 'customerLimit', 'discount', 'startsAt', 'usageLimit'])
    expect(read.promo).toBeUndefined()
  })
})
