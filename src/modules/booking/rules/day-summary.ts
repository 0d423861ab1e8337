import type { Departure } from '../../inventory/index.ts'

export const dayStates = ['overbooked', 'open', 'sold_out', 'closed', 'past'] as const

export interface DaySummary {
  readonly taken: number
  /** The part of `taken` that is held for unpaid bookings and moves. */
  readonly held: number
  /** Null: free sale on one of its departures. */
  readonly capacity: number | null
  readonly state: (typeof dayStates)[number]
}
type Given = Pick<Departure, 'taken' | 'capacity' | 'state'> & { readonly held: number }

/** More places are taken than there are. */
export const isOverbooked = ({ taken, capacity }: Pick<Departure, 'taken' | 'capacity'>): boolean =>
  capacity !== null && taken > capacity

/** The departures of a day in one. It is open while one of them is. */
export function summarizeDay(departures: readonly Given[]): DaySummary {
  const taken = departures.reduce((sum, each) => sum + each.taken, 0)
  const held = departures.reduce((sum, each) => sum + each.held, 0)
  const capacity = departures.reduce<number | null>(
    (sum, each) => (sum === null || each.capacity === null ? null : sum + each.capacity),
    0,
  )
  return { taken, held, capacity, state: stateOf(departures) }
}

function stateOf(departures: readonly Given[]): DaySummary['state'] {
  if (departures.some(isOverbooked)) return 'overbooked'
  const has = (state: Given['state']) => departures.some((each) => each.state === state)
  if (has('open') || has('few')) return 'open'
  return has('sold_out') ? 'sold_out' : has('closed') ? 'closed' : 'past'
}
