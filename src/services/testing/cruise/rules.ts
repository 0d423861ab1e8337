import { money } from '../../../kernel/money.ts'
import type { KindRules, PartyRules, PricedService } from '../../kind.ts'
import { breakdown, line } from '../../shared/breakdown.ts'
import { partyErrors, peopleOf } from '../../shared/party.ts'
import { dayOnly } from '../../shared/schedule.ts'
import type { CruiseDetails } from './fields.ts'

const detailsOf = (service: PricedService) => service.details as CruiseDetails
const cabin = (service: PricedService) => money(detailsOf(service).price_cabin, service.currency)
const party: PartyRules = {
  adults: { min: 1, max: 20 },
  children: { max: 20, free: false },
  infants: null,
  together: 20,
}

export const rules: KindRules = {
  price: (service, request, discount) => {
    const cabins = Math.ceil(peopleOf(request.party) / detailsOf(service).berths)
    return breakdown([line('base', cabins, cabin(service))], service.currency, discount)
  },
  startingPrice: (service) => ({ from: cabin(service), was: null, unit: 'person' }),
  party: () => party,
  schedule: () => dayOnly(),
  documents: () => [],
  check: (_service, request) => partyErrors(request.party, party),
  isInstant: () => false,
  shared: (service) => ({ location: detailsOf(service).ship, durationMinutes: null, facets: {} }),
  displayTitle: (service) => service.title,
}
