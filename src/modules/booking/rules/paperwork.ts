/** The documents of a booking: which are asked for, which are there, which are missing. */
import type { DocumentRequirement } from '../../../services/kind.ts'

export interface GivenDocument {
  readonly name: string
  /** Null for a document of the booking as a whole. */
  readonly travelerId: string | null
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
export type CaseStage = 'waiting_for_documents' | 'documents_received'

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

/** Null for a service that asks for no document. */
export const caseStageOf = (
  requirements: readonly DocumentRequirement[],
  missing: readonly unknown[],
): CaseStage | null =>
  requirements.some(({ required }) => required)
    ? missing.length > 0
      ? 'waiting_for_documents'
      : 'documents_received'
    : null
