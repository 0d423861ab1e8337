import type { KindRules, PricedService } from '../kind.ts'
import { partyErrors } from '../shared/party.ts'
import { adultPrice, partyByAge, priceByAge } from '../shared/per-person.ts'
import { slotSchedule } from '../shared/schedule.ts'
import type { TicketDetails } from './fields.ts'
import { defaultSlots } from './slots.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as TicketDetails

export const rules: KindRules = {
  price: (service, request, discount) => priceByAge(service, request.party, discount),
  startingPrice: adultPrice,
  party: partyByAge,
  schedule: (service) => slotSchedule(detailsOf(service), defaultSlots),
  documents: () => [],
  check: (service, request) => partyErrors(request.party, partyByAge(service)),
  ownForm: {
    missing: {
      travel_date: text('shop.missing.travel_date'),
      travel_time: text('shop.missing.travel_time'),
      customer_name: text('shop.missing.customer_name'),
      customer_email: text('shop.missing.customer_email'),
      customer_phone: text('shop.missing.customer_phone'),
    },
    phoneRequired: () => true,
    failedText: text('shop.failed'),
  },
  isInstant: (service) => detailsOf(service).instant_confirmation,
  shared: (service) => ({ location: detailsOf(service).location, durationMinutes: null, facets: {} }),
  displayTitle: (service) => service.title,
}
