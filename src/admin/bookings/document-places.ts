import { listed } from '../written.ts'
import type { Booking } from './panel.tsx'
import { isTravelling, nameOf, text } from './traveller-names.ts'

/** Where an uploaded document belongs: one of the documents that the service asks for, of one traveller or of the booking. */
export interface DocumentPlace {
  readonly key: string
  readonly name: string
  readonly travelerId: string | null
  readonly label: string
  /** Required, and not there or requested again. */
  readonly isMissing: boolean
  readonly isEmpty: boolean
}

type Known = Pick<Booking, 'document_requirements' | 'travelers' | 'documents'>

/** Traveller by traveller, then those of the whole booking. Travellers without details have no places yet. */
export function documentPlaces({ document_requirements: all, travelers, documents }: Known): DocumentPlace[] {
  const place = ({ name, label, required }: (typeof all)[number], travelerId: string | null, who: string) => {
    const newest = documents.find((each) => each.isNewest && each.name === name && each.travelerId === travelerId)
    return {
      ...{ key: `${name} ${travelerId ?? ''}`, name, travelerId, label: listed([label, who]) },
      isMissing: required && (!newest || newest.review === 'asked_again'),
      isEmpty: !newest,
    }
  }
  return [
    ...travelers
      .filter(isTravelling)
      .flatMap((traveller) =>
        all
          .filter(({ perTraveller }) => perTraveller)
          .map((each) => place(each, text(traveller.id), nameOf(traveller))),
      ),
    ...all.filter(({ perTraveller }) => !perTraveller).map((each) => place(each, null, '')),
  ]
}

/** The place for one more file: the next missing one that no other file has; '' when none is left. */
export const nextPlace = (places: readonly DocumentPlace[], taken: readonly string[]): string =>
  places.find(({ key, isMissing }) => isMissing && !taken.includes(key))?.key ?? ''

/** The service asks for a document from each traveller, but the booking has no names yet. */
export const lacksTravellers = ({ document_requirements: all, travelers }: Known): boolean =>
  travelers.length === 0 && all.some(({ perTraveller }) => perTraveller)
