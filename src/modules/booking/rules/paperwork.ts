/** The documents of a booking: which are asked for, which are there, which are missing. */
import type { DocumentRequirement } from '../../../services/kind.ts'

export interface GivenDocument {
  readonly name: string
  /** Null for a document of the booking as a whole. */
  readonly travelerId: string | null
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
