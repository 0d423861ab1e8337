/** What the server asks about a change that leaves bookings without a departure. */
export interface LeftBehind {
  readonly count: number
  /** Sent back to save all the same. */
  readonly confirm: string
  /** The first hundred. */
  readonly bookings: readonly {
    readonly reference: string
    readonly people: number
    /** Null: this leg keeps its departure. */
    readonly date: string | null
    readonly time: string | null
    readonly return_leg_date: string | null
    readonly return_leg_time: string | null
  }[]
}

/** Null for any other error. */
export function leftBehindOf(error: unknown): LeftBehind | null {
  const { data } = (error ?? {}) as { data?: { code?: unknown; facts?: unknown } }
  return data?.code === 'booking/left-behind' ? (data.facts as LeftBehind) : null
}
