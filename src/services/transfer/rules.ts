import { type Money, money, multiplyByRatio } from '../../kernel/money.ts'
import type { KindRules, PartyRules, PriceBreakdown, PricedService, PriceLine } from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { partyErrors } from '../shared/party.ts'
import { dayOnly } from '../shared/schedule.ts'
import type { TransferDetails } from './fields.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as TransferDetails

/** price per hour × minutes / 60, rounded half-up to the minor unit. Exact: 50 minutes are five sixths of an hour. */
function hoursTotal(perHour: Money, minutes: number): Money {
  const sixtieths = BigInt(perHour.minor) * BigInt(minutes)
  return money(Number((2n * sixtieths + 60n) / 120n), perHour.currency)
}

/**
 * base + price_per_km × distance_km + price_per_hour × duration_minutes / 60 (C133, D62), per vehicle. Each product is
 * rounded half-up to the minor unit and is one line; a part without price or measure has none.
 */
function linesOf(service: PricedService): PriceLine[] {
  const details = detailsOf(service)
  const { distance_km: km, duration_minutes: minutes } = details
  const perKm = money(details.price_per_km ?? 0, service.currency)
  const perHour = money(details.price_per_hour ?? 0, service.currency)
  return [
    line('base', 1, money(details.base_price, service.currency)),
    ...(perKm.minor > 0 && km ? [line('distance', 1, multiplyByRatio(perKm, km))] : []),
    ...(perHour.minor > 0 && minutes ? [line('hours', 1, hoursTotal(perHour, minutes))] : []),
  ]
}

const price = (service: PricedService, discount?: Money): PriceBreakdown =>
  breakdown(linesOf(service), service.currency, discount)

function party(service: PricedService): PartyRules {
  const { max_passengers: max } = detailsOf(service)
  return {
    adults: { min: 1, max },
    children: { max, free: false },
    infants: { max, free: false, onLap: false },
    together: max,
  }
}

export const rules: KindRules = {
  price: (service, _request, discount) => price(service, discount),
  startingPrice: (service) => ({ from: price(service).final, was: null, unit: 'vehicle' }),
  party,
  schedule: (service) => {
    const { available_hours, advance_booking_hours } = detailsOf(service)
    return {
      ...dayOnly(detailsOf(service)),
      timeRequired: true,
      hours: available_hours,
      noticeMinutes: advance_booking_hours * 60,
      hasPickup: true,
    }
  },
  // One vehicle for any party.
  places: () => 1,
  documents: () => [],
  check: (service, request) => [
    ...partyErrors(request.party, party(service)),
    ...(request.pickupLocation !== undefined && !request.pickupLocation?.trim()
      ? [{ path: 'pickup_location', message: text('shop.pickupNeeded') }]
      : []),
  ],
  isInstant: (service) => detailsOf(service).instant_confirmation,
  shared: (service) => {
    const details = detailsOf(service)
    return {
      location: details.pickup_locations[0] ?? '',
      durationMinutes: details.duration_minutes,
      facets: {
        transfer_type: details.transfer_type,
        vehicle_type: details.vehicle_type,
        max_passengers: details.max_passengers,
      },
    }
  },
  displayTitle: (service) => service.title,
}
