/** A point in time. Rules are given one and never make one, so they cannot name the global. */
export type Instant = Date
