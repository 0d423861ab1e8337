import type { Excesses } from './measure.ts'

/** Exceptions may only shrink: growth, a new excess and a stale exception are faults. */
export function compare(excesses: Excesses, exceptions: Excesses): string[] {
  const grown = Object.entries(excesses).flatMap(([what, count]) => {
    const allowed = exceptions[what]
    if (allowed === undefined) return [`${what}: ${count} is over the limit`]
    return count > allowed ? [`${what}: grew from ${allowed} to ${count}`] : []
  })
  const stale = Object.keys(exceptions).filter((what) => excesses[what] === undefined)
  return [...grown, ...stale.map((what) => `${what}: this exception is no longer needed`)]
}

export const shrink = (exceptions: Excesses, excesses: Excesses): Excesses =>
  Object.fromEntries(
    Object.entries(exceptions).flatMap(([what, allowed]) => {
      const count = excesses[what]
      return count === undefined ? [] : [[what, Math.min(count, allowed)]]
    }),
  )
