/** The resources that an item needs, as it stores them in its details. Pure. */

export interface StoredResource {
  readonly resource_id: string
  /** How long it is in use; null: the item's duration. */
  readonly minutes: number | null
  /** It is occupied this long before the start and after the end. */
  readonly setup_minutes: number
  readonly turnaround_minutes: number
}
/** Items saved before the field existed have none. */
export interface ResourcedDetails {
  readonly resources?: readonly StoredResource[] | undefined
}

export const maxResources = 10
/** A week. */
export const maxPadMinutes = 10_080
/** A year. */
export const maxUseMinutes = 527_040

export interface ResourceNeed {
  readonly resourceId: string
  /** Null: unknown, so it is in use until the end of the day. */
  readonly minutes: number | null
  readonly setupMinutes: number
  readonly turnaroundMinutes: number
}
export interface ResourceRules {
  /** Whether one unit serves a whole departure, or each booking has its own, such as a transfer. */
  readonly per: 'departure' | 'booking'
  readonly needs: readonly ResourceNeed[]
}

export const needsResources = ({ resources = [] }: ResourcedDetails): boolean => resources.length > 0

/** Null for an item that needs none. */
export function resourceRulesOf(
  { resources = [] }: ResourcedDetails,
  { per, durationMinutes }: { readonly per: ResourceRules['per']; readonly durationMinutes: number | null },
): ResourceRules | null {
  if (resources.length === 0) return null
  const needs = resources.map(({ resource_id, minutes, setup_minutes, turnaround_minutes }) => ({
    resourceId: resource_id,
    minutes: minutes ?? durationMinutes,
    setupMinutes: setup_minutes,
    turnaroundMinutes: turnaround_minutes,
  }))
  return { per, needs }
}
