/**
 * Prices of tours, packages and tickets by adult, child and infant (C053). An unset child or infant price means that
 * the age is not offered; 0 means free (D48).
 */
import { type Money, money } from '../../kernel/money.ts'
import type { Party, PartyRules, PriceBreakdown, PricedService } from '../kind.ts'
import { breakdown, line } from './breakdown.ts'

/** By age on the travel date (D71, D168). */
export type AgeGroup = 'adult' | 'child' | 'infant'
export const ageGroupOf = (years: number): AgeGroup => (years < 2 ? 'infant' : years < 12 ? 'child' : 'adult')

/** Maximum per age in one booking; larger groups must contact the agency. */
export const maxOfOneAge = 50

export interface AgePrices {
  readonly price_adult: number
  readonly price_child: number | null
  readonly price_infant: number | null
}

const pricesOf = (service: PricedService) => service.details as unknown as AgePrices

/** An age that is not offered costs the adult price, never nothing (`partyErrors` rejects it). */
export function priceByAge(service: PricedService, party: Party, discount?: Money): PriceBreakdown {
  const prices = pricesOf(service)
  const unit = (price: number | null) => money(price ?? prices.price_adult, service.currency)
  const lines = [
    line('adult', party.adults, unit(prices.price_adult)),
    ...(party.children > 0 ? [line('child', party.children, unit(prices.price_child))] : []),
    ...(party.infants > 0 ? [line('infant', party.infants, unit(prices.price_infant))] : []),
  ]
  return breakdown(lines, service.currency, discount)
}

const offered = (price: number | null) => (price === null ? null : { max: maxOfOneAge, free: price === 0 })

export function partyByAge(service: PricedService): PartyRules {
  const prices = pricesOf(service)
  return {
    adults: { min: 1, max: maxOfOneAge },
    children: offered(prices.price_child),
    infants: offered(prices.price_infant),
    together: null,
  }
}

export const adultPrice = (service: PricedService) => ({
  from: money(pricesOf(service).price_adult, service.currency),
  was: null,
  unit: 'person' as const,
})
