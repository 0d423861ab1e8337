import type { AccountDeps } from './deps.server.ts'

/** Pads the time of the answer, so that it does not reveal whether the account exists. */
export async function padTime<T>(deps: AccountDeps, work: () => Promise<T>): Promise<T> {
  const padding = new Promise((done) => setTimeout(done, deps.minMilliseconds))
  const [result] = await Promise.allSettled([work(), padding])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
