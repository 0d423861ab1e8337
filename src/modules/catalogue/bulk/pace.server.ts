import { setTimeout as wait } from 'node:timers/promises'
import { minSlice, restAfter } from './pace.ts'

/** Splits a batch into time slices, so that requests get the processor in between. */
export type Pace = {
  /** Call this between rows; it pauses when the slice is over. */
  readonly breathe: () => Promise<void>
  /** Milliseconds of work so far, without pauses. */
  readonly worked: () => number
}

export function startPace(
  now: () => number = () => performance.now(),
  rest: (milliseconds: number) => Promise<unknown> = wait,
): Pace {
  const began = now()
  let rested = 0
  let sliceBegan = began
  return {
    breathe: async () => {
      const over = now()
      if (over - sliceBegan < minSlice) return
      await rest(restAfter(over - sliceBegan))
      sliceBegan = now()
      rested += sliceBegan - over
    },
    worked: () => now() - began - rested,
  }
}
