import { describe, expect, it } from 'vitest'
import { startPace } from './pace.server.ts'
import { longestRest, restAfter, restBefore, shortestSlice } from './pace.ts'

describe('an import beside visitors', () => {
  it('works a fifth of the time at most', () => {
    for (const worked of [0.5, 3, 120, 250]) expect(worked / (worked + restAfter(worked))).toBeCloseTo(1 / 5)
    expect(restAfter(0)).toBe(0)
  })

  it('never rests for longer than a second, however long a batch took', () => {
    expect(restAfter(60_000)).toBe(longestRest)
    expect(restBefore(3_600_000)).toBe(longestRest)
  })

  it('takes the rest from its job, and none from what says nothing', () => {
    expect(restBefore(240)).toBe(240)
    for (const said of [undefined, null, 'long', Number.NaN, -1]) expect(restBefore(said)).toBe(0)
  })

  it('rests between rows as soon as a slice is over, and counts no rest as work', async () => {
    let now = 0
    const rests: number[] = []
    const pace = startPace(
      () => now,
      async (milliseconds) => {
        rests.push(milliseconds)
        now += milliseconds
      },
    )
    for (let row = 0; row < 10; row++) {
      now += shortestSlice / 2
      await pace.breathe()
    }
    expect(rests).toEqual(Array(5).fill(restAfter(shortestSlice)))
    expect(pace.worked()).toBe(5 * shortestSlice)
  })
})
