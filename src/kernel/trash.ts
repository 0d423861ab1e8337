/** Deleted things can be restored for this many days. */
export const trashDays = 30
const dayMs = 86_400_000

/** What was deleted until then is deleted for good. */
export const trashedUntil = (now: Date): Date => new Date(now.getTime() - trashDays * dayMs)

/** Whole days until it is deleted for good, at least 0. */
export const daysLeftInTrash = (trashedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((trashedAt.getTime() - trashedUntil(now).getTime()) / dayMs))
