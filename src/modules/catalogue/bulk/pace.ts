/** How an import leaves the shop to its visitors: pure. Milliseconds. */

/** As long as a request may be kept waiting by rows, before it gets its turn. */
export const shortestSlice = 1
/** However long a batch took: where the machine stood still, nothing was taken from anybody. */
export const longestRest = 1_000

/**
 * The rest that follows work. A fifth of the time is the import's own: a shop with one processor keeps four fifths for
 * its visitors, and where they make each batch slower, the rests grow with it. It does not ask whether anybody is there:
 * a batch may run on another machine than the one that answers, and both use the same database.
 */
export const restAfter = (worked: number): number => Math.min(4 * worked, longestRest)

/** What a job says of the rest before it; one from before there were rests says nothing. */
export const restBefore = (said: unknown): number =>
  typeof said === 'number' && said > 0 ? Math.min(said, longestRest) : 0
