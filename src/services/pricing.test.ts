import { describe, expect, it } from 'vitest'
import { money } from '../kernel/money.ts'
import { kinds } from './index.ts'
import type { Details, Party } from './kind.ts'
import { loadKinds } from './loaded.server.ts'
import { aRequest, aService } from './testing/service.ts'

const registry = await loadKinds(kinds)

function priceOf(key: string, details: Details, party: Partial<Party>, off = 0) {
  const kind = registry.find(key)
  if (!kind) throw new Error(`No kind ${key}`)
  const { defaultCurrency } = kind.kind
  return kind.price(aService(kind, details, defaultCurrency), aRequest({ party }), money(off, defaultCurrency))
}

// docs/rules/pricing.md: change one, change the other.
describe('the examples of the pricing rules', () => {
  it('price a desert safari at 155.00 [C053]', () => {
    const safari = { price_adult: 5500, price_child: 4500, price_infant: 0 }
    expect(priceOf('tour', safari, { adults: 2, children: 1, infants: 1 }).final).toEqual(money(15_500, 'USD'))
  })
  it('price visas at 285.00, 260.00 and 190.00 [C081]', () => {
    const finalOf = (child_price: number | null) =>
      priceOf('visa', { country: 'Oman', visa_type: 'Visa', price: 9500, child_price }, { adults: 2, children: 1 })
        .final
    expect([null, 7000, 0].map((price) => finalOf(price).minor)).toEqual([28_500, 26_000, 19_000])
  })
  it('price an Umrah package at 5,300.00, and by age at 4,050.00 [C123, D166]', () => {
    const journey = { price: 145_000, discount_price: 132_500, duration_days: 10, duration_nights: 9 }
    expect(priceOf('umrah', journey, { adults: 2, children: 1, infants: 1 }).final).toEqual(money(530_000, 'USD'))
    const byAge = { ...journey, price_child: 110_000, price_infant: 30_000 }
    expect(priceOf('umrah', byAge, { adults: 2, children: 1, infants: 1 }).final).toEqual(money(405_000, 'USD'))
  })
  it('price transfers at 297.00 and 0.83 [C133]', () => {
    const ride = { transfer_type: 'Airport Transfer', base_price: 12_000, price_per_km: 150, distance_km: 118 }
    expect(priceOf('transfer', ride, {}).final).toEqual(money(29_700, 'AED'))
    const hours = { transfer_type: 'City Transfer', base_price: 0, price_per_hour: 100, duration_minutes: 50 }
    expect(priceOf('transfer', hours, {}).final).toEqual(money(83, 'AED'))
  })
  it('price Ok to Board at 3,737.82, and at 2,559.00 with a discount of 999.00 [C153]', () => {
    expect(priceOf('ok_to_board', {}, {}).final).toEqual(money(373_782, 'INR'))
    const { tax, total, final } = priceOf('ok_to_board', {}, {}, 99_900)
    expect([tax.minor, total.minor, final.minor]).toEqual([36_000, 355_800, 255_900])
  })
})
