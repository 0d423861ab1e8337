/** What the server asks about a change that leaves bookings without a departure. */
export interface LeftBehind {
  readonly count: number
  /** Sent back to save all the same. */
  readonly confirm: string
  /** The first hundred. */
  readonly bookings: readonly {
    readonly reference: string
    readonly date: string
    readonly time: string | null
    readonly people: number
  }[]
}

/** Null for any other error. */
export function leftBehindOf(error: unknown): LeftBehind | null {
  const { data } = (error ?? {}) as { data?: { code?: unknown; facts?: unknown } }
  return data?.code === 'booking/left-behind' ? (data.facts as LeftBehind) : null
}
