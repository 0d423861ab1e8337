import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, figureOf, quantile } from './figures.ts'

export type Visit = { readonly name: string; readonly go: () => Promise<unknown> }
/** Durations of the visits by name, in milliseconds. */
export type Times = ReadonlyMap<string, readonly number[]>
const everyMilliseconds = 40

/**
 * Makes the visits in turn at a fixed pace, without waiting for responses, until `work` is done. A duration counts
 * from when the visit was due, so that a stalled shop is not overlooked. Throws errors of the visits and the work.
 */
export async function paced(visits: readonly Visit[], work: Promise<unknown>): Promise<Times> {
  const times = new Map(visits.map(({ name }) => [name, [] as number[]]))
  const underway: Promise<void>[] = []
  const faults: unknown[] = []
  let isOver = false
  const end = work
    .catch((error: unknown) => faults.push(error))
    .finally(() => {
      isOver = true
    })
  const began = performance.now()
  for (let n = 0; !isOver; n++) {
    const due = began + n * everyMilliseconds
    await wait(Math.max(0, due - performance.now()))
    const visit = visits[n % visits.length]
    if (!visit) break
    const over = (): void => void times.get(visit.name)?.push(performance.now() - due)
    underway.push(visit.go().then(over, (error: unknown) => void faults.push(error)))
  }
  await Promise.all([end, ...underway])
  if (faults.length > 0) throw faults[0]
  return times
}

export const bothOf = (one: Times, other: Times): Times =>
  new Map([...one].map(([name, times]) => [name, [...times, ...(other.get(name) ?? [])]]))

/** Durations for other visitors during `what`, and during a calm period; all rounds together. */
export function besideCalm(
  what: string,
  limitName: string,
  rounds: readonly { readonly calm: Times; readonly busy: Times }[],
): Figure[] {
  const names = [...(rounds[0]?.calm.keys() ?? [])]
  return names.flatMap((name) =>
    [0.5, 0.95].map((share): Figure => {
      const at = (side: 'calm' | 'busy'): number =>
        quantile(
          rounds.flatMap((round) => round[side].get(name) ?? []),
          share,
        )
      const pair = { value: at('busy'), limit: at('calm') }
      return figureOf({ name: `${name}, p${share * 100} while ${what}`, unit: 'ms', limitName }, [pair])
    }),
  )
}
