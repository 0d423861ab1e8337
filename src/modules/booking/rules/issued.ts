/** What is given to the customer in the end: a visa for each traveller, a clearance for the booking. */
import type { IssuedPaper } from '../../../services/kind.ts'

export interface IssuedVersion {
  /** Null for a document of the booking as a whole. */
  readonly travelerId: string | null
  readonly version: number
  readonly isDelivered: boolean
}

/** The newest delivered version for each traveller: what the customer sees. */
export function deliveredOf<T extends IssuedVersion>(versions: readonly T[]): readonly T[] {
  return versions.filter(
    (each) =>
      each.isDelivered &&
      !versions.some(
        (other) => other.isDelivered && other.travelerId === each.travelerId && other.version > each.version,
      ),
  )
}

/** Everybody who applied has theirs; never for a kind that issues nothing. */
export function isAllDelivered(
  paper: IssuedPaper | undefined,
  people: number,
  versions: readonly IssuedVersion[],
): boolean {
  if (!paper) return false
  const delivered = deliveredOf(versions).filter(({ travelerId }) => (travelerId !== null) === paper.perTraveller)
  return delivered.length >= (paper.perTraveller ? people : 1)
}
