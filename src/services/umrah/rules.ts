import { type Money, money } from '../../kernel/money.ts'
import type { KindRules, Party, PartyRules, PricedService } from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { partyErrors, peopleOf } from '../shared/party.ts'
import { dayOnly } from '../shared/schedule.ts'
import type { UmrahDetails } from './fields.ts'
import { hijriText } from './hijri.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as UmrahDetails

/** discount_price if it is set and below price, else price (C123). */
function perPerson(service: PricedService): { from: Money; was: Money | null } {
  const { price, discount_price } = detailsOf(service)
  const isReduced = discount_price !== null && discount_price < price
  return {
    from: money(isReduced ? discount_price : price, service.currency),
    was: isReduced ? money(price, service.currency) : null,
  }
}

/**
 * An age without a price of its own pays what an adult pays (D166). Nobody pays more: a discount or a cheap season may be
 * below the price of a child.
 */
function priceOfAge(service: PricedService, age: 'price_child' | 'price_infant'): Money {
  const { from } = perPerson(service)
  // Items saved before the field existed have no value.
  const own = detailsOf(service)[age] ?? from.minor
  return money(Math.min(own, from.minor), service.currency)
}

/** Every age counts for the size of the group. */
function party(service: PricedService): PartyRules {
  const { group_size_max: max, price_child, price_infant } = detailsOf(service)
  return {
    adults: { min: 1, max },
    children: { max, free: price_child === 0 },
    infants: { max, free: price_infant === 0 },
    together: max,
  }
}

function groupErrors(service: PricedService, wanted: Party) {
  const errors = partyErrors(wanted, party(service))
  const { group_size_min: min } = detailsOf(service)
  return errors.length === 0 && peopleOf(wanted) < min
    ? [{ path: 'adults', message: text('shop.groupTooSmall', { count: min }) }]
    : errors
}

export const rules: KindRules = {
  price: (service, request, discount) => {
    const { from } = perPerson(service)
    const { adults, children, infants } = request.party
    const lines = [
      line('adult', adults, from),
      ...(children > 0 ? [line('child', children, priceOfAge(service, 'price_child'))] : []),
      ...(infants > 0 ? [line('infant', infants, priceOfAge(service, 'price_infant'))] : []),
    ]
    return breakdown(lines, service.currency, discount)
  },
  startingPrice: (service) => ({ ...perPerson(service), unit: 'person' }),
  party,
  schedule: (service) => ({ ...dayOnly(detailsOf(service)), hasPickup: detailsOf(service).pickup_points.length > 0 }),
  documents: () => [],
  check: (service, request) => groupErrors(service, request.party),
  isInstant: () => false,
  shared: (service) => {
    const details = detailsOf(service)
    return {
      location: details.location || details.departure_city,
      durationMinutes: details.duration_days * 1440,
      facets: {
        departure_city: details.departure_city,
        days: details.duration_days,
        ...(details.hotel_category && { hotel_category: details.hotel_category }),
        ...(details.transportation_type && { transportation_type: details.transportation_type }),
      },
    }
  },
  tripFacts: (_booking, day) => (day === null ? [] : [{ label: text('shop.hijriDate'), value: hijriText(day) }]),
  dayNote: hijriText,
  displayTitle: (service) => service.title,
}
