/** The pace of an import. Pure; all times are milliseconds. */

/** The time that row processing may delay a request. */
export const minSlice = 1
/** An upper bound: a long batch may only mean that the machine stalled. */
export const maxRest = 1_000

/**
 * The pause after some work. An import uses at most a fifth of the time, so that a shop with one processor keeps the
 * rest for visitors. Load makes batches slower and thus pauses longer. It does not check for visitors: they may be on
 * another machine that shares the database.
 */
export const restAfter = (worked: number): number => Math.min(4 * worked, maxRest)

/** Jobs queued by older versions have no pause. */
export const restBefore = (rest: unknown): number =>
  typeof rest === 'number' && rest > 0 ? Math.min(rest, maxRest) : 0
