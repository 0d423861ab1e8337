import type { MessageString } from '../../kernel/messages.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { KindRules, Party, PartyRules, PricedService } from '../kind.ts'
import { text } from './text.ts'

export const peopleOf = (party: Party): number => party.adults + party.children + party.infants

/** Places that the party takes on a departure of the service; infants on the lap take none. */
export function placesOf(kind: Pick<KindRules, 'party' | 'places'>, service: PricedService, party: Party): number {
  if (kind.places) return kind.places(party)
  const haveSeats = kind.party(service).infants?.onLap === false
  return party.adults + party.children + (haveSeats ? party.infants : 0)
}

const isCount = (n: number) => Number.isSafeInteger(n) && n >= 0

/** Errors of the counts, with paths 'adults', 'children', 'infants'. */
export function partyErrors(party: Party, rules: PartyRules): FieldError[] {
  const errors = [
    at('adults', adultsObjection(party.adults, rules.adults)),
    at('children', ageObjection('children', party.children, rules.children)),
    at('infants', ageObjection('infants', party.infants, rules.infants) ?? lapObjection(party, rules)),
  ].flat()
  const tooMany = errors.length === 0 && rules.together !== null && peopleOf(party) > rules.together
  return tooMany ? at('adults', text('party.peopleMax', { count: rules.together ?? 0 })) : errors
}

const at = (path: string, message: MessageString | null): FieldError[] => (message ? [{ path, message }] : [])

function adultsObjection(adults: number, { min, max }: PartyRules['adults']): MessageString | null {
  if (!isCount(adults) || adults < min) return text('party.adultsMin', { count: min })
  return adults > max ? text('party.adultsMax', { count: max }) : null
}

/** An adult accompanies at most one infant on the lap. */
const lapObjection = ({ adults, infants }: Party, rules: PartyRules): MessageString | null =>
  rules.infants?.onLap !== false && infants > adults ? text('party.infantsPerAdult') : null

type Offer = { readonly max: number } | null
function ageObjection(age: 'children' | 'infants', count: number, offer: Offer): MessageString | null {
  if (!isCount(count)) return text(`party.${age}Negative`)
  if (offer === null) return count > 0 ? text(`party.${age}NotOffered`) : null
  return count > offer.max ? text(`party.${age}Max`, { count: offer.max }) : null
}

/** False for kinds without places, such as visas. */
export const hasDepartures = ({ places }: Pick<KindRules, 'places'>): boolean =>
  places?.({ adults: 1, children: 0, infants: 0 }) !== 0
