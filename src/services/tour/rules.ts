import type { KindRules, PricedService } from '../kind.ts'
import { languageErrors } from '../shared/language.ts'
import { partyErrors } from '../shared/party.ts'
import { adultPrice, partyByAge, priceByAge } from '../shared/per-person.ts'
import { readDuration } from '../shared/read-duration.ts'
import { slotSchedule } from '../shared/schedule.ts'
import type { TourDetails } from './fields.ts'
import { defaultSlots } from './slots.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as TourDetails

export const rules: KindRules = {
  price: (service, request, discount) => priceByAge(service, request.party, discount),
  startingPrice: adultPrice,
  party: partyByAge,
  schedule: (service) => ({
    ...slotSchedule(detailsOf(service), defaultSlots),
    hasPickup: detailsOf(service).has_pickup,
  }),
  documents: () => [],
  check: (service, request) => {
    const { has_pickup, languages } = detailsOf(service)
    return [
      ...partyErrors(request.party, partyByAge(service)),
      ...(!has_pickup && request.pickupLocation ? [{ path: 'pickup_location', message: text('shop.noPickup') }] : []),
      ...languageErrors(request, languages),
    ]
  },
  isInstant: (service) => detailsOf(service).instant_confirmation,
  shared: (service) => {
    const { location, duration, category, languages } = detailsOf(service)
    return { location, durationMinutes: readDuration(duration), facets: { category, languages } }
  },
  displayTitle: (service) => service.title,
}
