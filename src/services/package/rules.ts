import type { KindRules, PricedService } from '../kind.ts'
import { languageErrors } from '../shared/language.ts'
import { partyErrors } from '../shared/party.ts'
import { adultPrice, partyByAge, priceByAge } from '../shared/per-person.ts'
import { dayOnly } from '../shared/schedule.ts'
import type { PackageDetails } from './fields.ts'

const detailsOf = (service: PricedService) => service.details as PackageDetails

export const rules: KindRules = {
  price: (service, request, discount) => priceByAge(service, request.party, discount),
  startingPrice: adultPrice,
  party: partyByAge,
  schedule: (service) => dayOnly(detailsOf(service)),
  documents: () => [],
  check: (service, request) => [
    ...partyErrors(request.party, partyByAge(service)),
    ...languageErrors(request, detailsOf(service).languages),
  ],
  isInstant: (service) => detailsOf(service).instant_confirmation,
  shared: (service) => {
    const { location, days, category, languages } = detailsOf(service)
    return { location, durationMinutes: days * 1440, facets: { category, languages, days } }
  },
  displayTitle: (service) => service.title,
}
