/** The documents of a booking: required, present, missing. Pure. */

import type { FieldError } from '../../../kernel/refusal.ts'
import type { DocumentRequirement } from '../../../services/kind.ts'
import { text } from '../text.ts'

export interface DocumentKey {
  readonly name: string
  /** Null for a document of the whole booking. */
  readonly travelerId: string | null
}
/** The newest version of a document. */
export interface NewestDocument extends DocumentKey {
  readonly version: number
  /** Why staff want a new version; null if accepted or not reviewed yet. */
  readonly wanted: string | null
  /** Staff have checked and accepted it. */
  readonly isAccepted: boolean
}
/** A staged document, as a booking request refers to it. */
export interface StagedDocumentKey {
  readonly name: string
  /** Index of the traveller in the request; null for a document of the whole booking. */
  readonly traveller: number | null
  readonly upload: string
}

export const documentsRequired = text('errors.documentsRequired')

/**
 * Rejects documents that are not required or sent twice. With `mustBeComplete` also each missing required one (C087).
 */
export function documentErrors(
  requirements: readonly DocumentRequirement[],
  people: number,
  uploaded: readonly StagedDocumentKey[],
  mustBeComplete: boolean,
): FieldError[] {
  const keyOf = (name: string, traveller: number | null) => `${traveller ?? 'booking'}.${name}`
  const known = new Set<string>()
  const wrong = uploaded.flatMap(({ name, traveller }, place) => {
    const requirement = requirements.find((each) => each.name === name)
    const isTheirs =
      requirement && (requirement.perTraveller ? traveller !== null && traveller < people : traveller === null)
    const isTwice = known.has(keyOf(name, traveller))
    known.add(keyOf(name, traveller))
    return isTheirs && !isTwice ? [] : [{ path: `documents.${place}`, message: text('errors.documentNotRequired') }]
  })
  if (!mustBeComplete) return wrong
  const missing = requirements
    .filter(({ required }) => required)
    .flatMap(({ name, perTraveller }) =>
      perTraveller ? Array.from({ length: people }, (_, traveller) => keyOf(name, traveller)) : [keyOf(name, null)],
    )
    .filter((key) => !known.has(key))
  return [...wrong, ...missing.map((key) => ({ path: `documents.${key}`, message: documentsRequired }))]
}

/** Where the case stands; separate from the booking's status (D91). */
export type CaseStage = 'waiting_for_documents' | 'documents_received' | 'document_delivered'

/** What still has to be uploaded: missing required documents, and those that staff want again. */
export function openDocuments(
  requirements: readonly DocumentRequirement[],
  travelerIds: readonly string[],
  people: number,
  newest: readonly NewestDocument[],
): readonly DocumentKey[] {
  const isRequired = (name: string) => requirements.some((each) => each.name === name && each.required)
  const refused = newest
    .filter(({ name, wanted }) => wanted !== null && !isRequired(name))
    .map(({ name, travelerId }) => ({ name, travelerId }))
  const good = newest.filter(({ wanted }) => wanted === null)
  return [...missingDocuments(requirements, travelerIds, people, good), ...refused]
}

/** Travellers who have not been named yet miss all of their documents. */
export function missingDocuments(
  requirements: readonly DocumentRequirement[],
  travelerIds: readonly string[],
  people: number,
  uploaded: readonly DocumentKey[],
): readonly DocumentKey[] {
  const isThere = (name: string, travelerId: string | null) =>
    uploaded.some((each) => each.name === name && each.travelerId === travelerId)
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

/** `open`: what still has to be uploaded. Null for a service that needs no documents and has delivered none. */
export function caseStageOf(
  requirements: readonly DocumentRequirement[],
  open: readonly unknown[],
  isDelivered: boolean,
): CaseStage | null {
  if (isDelivered) return 'document_delivered'
  if (!requirements.some(({ required }) => required)) return null
  return open.length > 0 ? 'waiting_for_documents' : 'documents_received'
}
