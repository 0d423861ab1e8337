/** The documents of a booking: which are asked for, which are there, which are missing. */
import type { DocumentRequirement } from '../../../services/kind.ts'

export interface GivenDocument {
  readonly name: string
  /** Null for a document of the booking as a whole. */
  readonly travelerId: string | null
}
/** What is there of a document, as far as it counts: its newest version. */
export interface NewestDocument extends GivenDocument {
  readonly version: number
  /** Why staff want another; null: it will do, or nobody has looked yet. */
  readonly wanted: string | null
}
/** A document that was sent before the booking, as the booking request names it. */
export interface GivenForBooking {
  readonly name: string
  /** Whose it is: the traveller's place in the request; null for a document of the booking as a whole. */
  readonly traveller: number | null
  readonly upload: string
}

export const documentsWanted = 'Please fill in all required fields and upload required documents for all travelers'

/**
 * Objections to the documents that come with a booking request: one that is not asked for, one that comes twice, and,
 * where they have to come with it, each required one that is missing (C087).
 */
export function documentErrors(
  requirements: readonly DocumentRequirement[],
  people: number,
  given: readonly GivenForBooking[],
  mustBeComplete: boolean,
): { path: string; message: string }[] {
  const keyOf = (name: string, traveller: number | null) => `${traveller ?? 'booking'}.${name}`
  const known = new Set<string>()
  const wrong = given.flatMap(({ name, traveller }, place) => {
    const asked = requirements.find((each) => each.name === name)
    const isTheirs = asked && (asked.perTraveller ? traveller !== null && traveller < people : traveller === null)
    const isTwice = known.has(keyOf(name, traveller))
    known.add(keyOf(name, traveller))
    return isTheirs && !isTwice ? [] : [{ path: `documents.${place}`, message: 'This document is not asked for' }]
  })
  if (!mustBeComplete) return wrong
  const missing = requirements
    .filter(({ required }) => required)
    .flatMap(({ name, perTraveller }) =>
      perTraveller ? Array.from({ length: people }, (_, traveller) => keyOf(name, traveller)) : [keyOf(name, null)],
    )
    .filter((key) => !known.has(key))
  return [...wrong, ...missing.map((key) => ({ path: `documents.${key}`, message: documentsWanted }))]
}

/** Where a case with documents stands, apart from the booking's status (D91). */
export type CaseStage = 'waiting_for_documents' | 'documents_received' | 'document_delivered'

/** What still has to be sent: the required documents that are not there, and those that are asked for again. */
export function openDocuments(
  requirements: readonly DocumentRequirement[],
  travelerIds: readonly string[],
  people: number,
  newest: readonly NewestDocument[],
): readonly GivenDocument[] {
  const isRequired = (name: string) => requirements.some((each) => each.name === name && each.required)
  const asked = newest
    .filter(({ name, wanted }) => wanted !== null && !isRequired(name))
    .map(({ name, travelerId }) => ({ name, travelerId }))
  const good = newest.filter(({ wanted }) => wanted === null)
  return [...missingDocuments(requirements, travelerIds, people, good), ...asked]
}

/** The required documents that are not there; travellers who have not been named yet miss all of theirs. */
export function missingDocuments(
  requirements: readonly DocumentRequirement[],
  travelerIds: readonly string[],
  people: number,
  given: readonly GivenDocument[],
): readonly GivenDocument[] {
  const isThere = (name: string, travelerId: string | null) =>
    given.some((each) => each.name === name && each.travelerId === travelerId)
  return requirements
    .filter(({ required }) => required)
    .flatMap(({ name, perTraveller }) => {
      if (!perTraveller) return isThere(name, null) ? [] : [{ name, travelerId: null }]
      const named = travelerIds.filter((id) => !isThere(name, id)).map((travelerId) => ({ name, travelerId }))
      const unnamed = Array.from({ length: Math.max(people - travelerIds.length, 0) }, () => ({
        name,
        travelerId: null,
      }))
      return [...named, ...unnamed]
    })
}

/** `open`: what still has to be sent. Null for a service that asks for no document and has issued none. */
export function caseStageOf(
  requirements: readonly DocumentRequirement[],
  open: readonly unknown[],
  isDelivered: boolean,
): CaseStage | null {
  if (isDelivered) return 'document_delivered'
  if (!requirements.some(({ required }) => required)) return null
  return open.length > 0 ? 'waiting_for_documents' : 'documents_received'
}
