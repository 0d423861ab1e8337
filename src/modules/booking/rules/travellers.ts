/** Travellers as the form sends them (C092, C093). */
import type { MessageString } from '../../../kernel/messages.ts'
import type { Party } from '../../../services/kind.ts'
import { text } from '../text.ts'

export interface TravellerInput {
  readonly traveler_type: 'adult' | 'child' | 'infant'
  readonly full_name: string
  readonly passport_number?: string | undefined
  readonly passport_expiry?: string | undefined
  readonly date_of_birth?: string | undefined
  readonly tentative_arrival_date?: string | undefined
  readonly tentative_departure_date?: string | undefined
}
export interface TravellerName {
  readonly first_name: string
  readonly last_name: string
  /** Passports may hold a single name: it becomes the first name, without a made-up surname (D69). */
  readonly is_single_name: boolean
}

/** Order: adults, children, infants. `position` counts from 0. */
export const travellerTypeAt = (
  party: { readonly adults_count: number; readonly children_count: number },
  position: number,
): TravellerInput['traveler_type'] => {
  if (position < party.adults_count) return 'adult'
  return position < party.adults_count + party.children_count ? 'child' : 'infant'
}

export interface PartyCounts {
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
}
export const partyIn = (party: PartyCounts): Party => ({
  adults: party.adults_count,
  children: party.children_count,
  infants: party.infants_count,
})

export const peopleIn = (party: PartyCounts): number => party.adults_count + party.children_count + party.infants_count

/** '3 adults, 1 child'. */
export const partyInWords = ({ adults_count, children_count, infants_count }: PartyCounts): MessageString =>
  text('change.party', { adults: adults_count, children: children_count, infants: infants_count })

/** The last word becomes the surname; a single word has none. */
export function splitName(fullName: string): TravellerName {
  const words = fullName.trim().split(/\s+/)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const first = (last ? words.slice(0, -1) : words).join(' ')
  return { first_name: first, last_name: last, is_single_name: last === '' }
}

/** Empty for kinds without travellers. */
export function travellersIn(details: Readonly<Record<string, unknown>>): readonly TravellerInput[] {
  const { travellers } = details
  return Array.isArray(travellers) ? (travellers as readonly TravellerInput[]) : []
}
