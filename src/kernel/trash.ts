/** Deleted things can be restored for this many days. */
export const trashDays = 30
const dayMs = 86_400_000

/** What was deleted until then is deleted for good. */
export const trashedUntil = (now: Date): Date => new Date(now.getTime() - trashDays * dayMs)

/** Whole days until it is deleted for good, at least 0. */
export const daysLeftInTrash = (trashedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((trashedAt.getTime() - trashedUntil(now).getTime()) / dayMs))

export interface Trashed {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly by: string
  readonly days_left: number
}
interface TrashedRow {
  readonly id: string
  readonly name: string
  readonly trashed_at: Date | null
  readonly trashed_by: string | null
}

export const viewTrashed = ({ id, name, trashed_at, trashed_by }: TrashedRow, now: Date): Trashed => {
  const at = trashed_at ?? now
  return { id, name, at: at.toISOString(), by: trashed_by ?? '', days_left: daysLeftInTrash(at, now) }
}
