/** Travellers as a form sends them, and as they are kept (C092, C093). */
export interface TravellerGiven {
  readonly travelerType: 'adult' | 'child' | 'infant'
  readonly fullName: string
  readonly passportNumber?: string | undefined
  readonly passportExpiry?: string | undefined
  readonly dateOfBirth?: string | undefined
  readonly tentativeArrivalDate?: string | undefined
  readonly tentativeDepartureDate?: string | undefined
}
export interface TravellerName {
  readonly first_name: string
  readonly last_name: string
  /** A passport may hold one name only: it stands as first name, and no surname is made up (D69). */
  readonly is_single_name: boolean
}

/** Travellers stand in this order: adults, then children, then infants. `position` counts from 0. */
export const travellerTypeAt = (
  party: { readonly adults_count: number; readonly children_count: number },
  position: number,
): TravellerGiven['travelerType'] => {
  if (position < party.adults_count) return 'adult'
  return position < party.adults_count + party.children_count ? 'child' : 'infant'
}

export const peopleIn = (party: {
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
}): number => party.adults_count + party.children_count + party.infants_count

/** The last word is the surname; a single word has none. */
export function splitName(fullName: string): TravellerName {
  const words = fullName.trim().split(/\s+/)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const first = (last ? words.slice(0, -1) : words).join(' ')
  return { first_name: first, last_name: last, is_single_name: last === '' }
}

/** The entries that a kind's booking details hold under `travellers`; details without them have none. */
export function travellersIn(details: Readonly<Record<string, unknown>>): readonly TravellerGiven[] {
  const { travellers } = details
  return Array.isArray(travellers) ? (travellers as readonly TravellerGiven[]) : []
}
