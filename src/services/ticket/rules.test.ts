import { describe, expect, it } from 'vitest'
import { aRequest, aService, inEnglish } from '../testing/service.ts'
import { fields } from './fields.ts'
import { rules } from './rules.ts'

const aTicket = (details = {}) => aService(fields, { price_adult: 16_900, ...details }, 'AED')

describe('a ticket', () => {
  it('costs adults × price_adult + children × price_child + infants × price_infant [C053]', () => {
    const price = rules.price(
      aTicket({ price_child: 13_500, price_infant: 0 }),
      aRequest({ party: { adults: 2, children: 2, infants: 1 } }),
    )
    expect(price.final).toEqual({ minor: 2 * 16_900 + 2 * 13_500, currency: 'AED' })
  })
  it('has 12 hourly slots from 09:00 AM to 08:00 PM by default [C068, A093]', () => {
    const { slots, timeRequired } = rules.schedule(aTicket())
    expect(timeRequired).toBe(true)
    expect(slots).toHaveLength(12)
    expect([slots[0], slots[4], slots[11]]).toEqual(['09:00', '13:00', '20:00'])
  })
  it('has exactly its own slots if it has any [C168]', () => {
    expect(rules.schedule(aTicket({ time_slots: '08:30 AM\n06:00 PM' })).slots).toEqual(['08:30', '18:00'])
  })
  it('has no pickup and no documents', () => {
    expect(rules.schedule(aTicket()).hasPickup).toBe(false)
    expect(rules.documents(aTicket())).toEqual([])
  })
  it('requires at least one adult [C066]', () => {
    expect(inEnglish(rules.check(aTicket(), aRequest({ party: { adults: 0 } }), '2026-11-21'))).toEqual([
      { path: 'adults', message: 'At least 1 adult is required' },
    ])
  })
  it('is confirmed automatically only with its switch on [A063]', () => {
    expect(rules.isInstant(aTicket({ instant_confirmation: false }))).toBe(false)
    expect(rules.isInstant(aTicket({ instant_confirmation: true }))).toBe(true)
  })
})
