import autocannon from 'autocannon'
import type { Pair } from './figures.ts'

export type Target = { readonly url: string; readonly headers?: Readonly<Record<string, string>> }

/** Requests per second. A response other than 2xx ends the benchmark. */
export async function rateOf({ url, headers = {} }: Target, amount: number, connections: number): Promise<number> {
  const began = performance.now()
  let ended = began
  const run = autocannon({ url, amount, connections, headers, timeout: 30 })
  // autocannon only checks its limit once a second.
  run.on('response', () => {
    ended = performance.now()
  })
  const result = await run
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} timed out`)
  return amount / ((ended - began) / 1000)
}

const rounds = 3
type Load = { readonly amount: number; readonly limitAmount: number; readonly connections: number }

/** Three rounds after a warm-up; each measures the limit and the subject in succession. */
export async function compareRates(subject: Target, limit: Target, load: Load): Promise<Pair[]> {
  const { amount, limitAmount, connections } = load
  await rateOf(limit, Math.ceil(limitAmount / 4), connections)
  await rateOf(subject, Math.ceil(amount / 4), connections)
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({
      limit: await rateOf(limit, limitAmount, connections),
      value: await rateOf(subject, amount, connections),
    })
  return pairs
}

/** Milliseconds of each of `amount` calls, `users` at a time. */
export async function timesOf(amount: number, users: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const user = async (): Promise<void> => {
    for (let n = next++; n < amount; n = next++) {
      const began = performance.now()
      await work(n)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: users }, user))
  return times
}

/** Calls per second, `users` at a time. */
export async function workRate(amount: number, users: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await timesOf(amount, users, work)
  return amount / ((performance.now() - began) / 1000)
}
