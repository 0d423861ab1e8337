/** Issued documents: a visa per traveller, or a clearance per booking. Pure. */
import type { IssuedDocument } from '../../../services/kind.ts'

export interface IssuedVersion {
  /** Null for a document of the whole booking. */
  readonly travelerId: string | null
  readonly version: number
  readonly isDelivered: boolean
}

/** The newest delivered version for each traveller. */
export function deliveredOf<T extends IssuedVersion>(versions: readonly T[]): readonly T[] {
  return versions.filter(
    (each) =>
      each.isDelivered &&
      !versions.some(
        (other) => other.isDelivered && other.travelerId === each.travelerId && other.version > each.version,
      ),
  )
}

/** True once every traveller has a delivered document; false for kinds that issue nothing. */
export function isAllDelivered(
  issuing: IssuedDocument | undefined,
  people: number,
  versions: readonly IssuedVersion[],
): boolean {
  if (!issuing) return false
  const delivered = deliveredOf(versions).filter(({ travelerId }) => (travelerId !== null) === issuing.perTraveller)
  return delivered.length >= (issuing.perTraveller ? people : 1)
}
