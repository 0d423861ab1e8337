import { setTimeout as wait } from 'node:timers/promises'
import { restAfter, shortestSlice } from './pace.ts'

/** One batch at its work, in slices: between them requests get the processor. */
export type Pace = {
  /** Between two rows; rests where a slice is over. */
  readonly breathe: () => Promise<void>
  /** Milliseconds of work until now. */
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
      if (over - sliceBegan < shortestSlice) return
      await rest(restAfter(over - sliceBegan))
      sliceBegan = now()
      rested += sliceBegan - over
    },
    worked: () => now() - began - rested,
  }
}
