import { describe, expect, it } from 'vitest'
import { startPace } from './pace.server.ts'
import { maxRest, minSlice, restAfter, restBefore } from './pace.ts'

describe('the pace of an import', () => {
  it('uses at most a fifth of the time', () => {
    for (const worked of [0.5, 3, 120, 250]) expect(worked / (worked + restAfter(worked))).toBeCloseTo(1 / 5)
    expect(restAfter(0)).toBe(0)
  })

  it('never pauses longer than a second, whatever the batch took', () => {
    expect(restAfter(60_000)).toBe(maxRest)
    expect(restBefore(3_600_000)).toBe(maxRest)
  })

  it('takes the pause from the job, or none if it has none', () => {
    expect(restBefore(240)).toBe(240)
    for (const rest of [undefined, null, 'long', Number.NaN, -1]) expect(restBefore(rest)).toBe(0)
  })

  it('pauses between rows when a slice is over, and does not count pauses as work', async () => {
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
      now += minSlice / 2
      await pace.breathe()
    }
    expect(rests).toEqual(Array(5).fill(restAfter(minSlice)))
    expect(pace.worked()).toBe(5 * minSlice)
  })
})
