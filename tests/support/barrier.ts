/**
 * Makes `parties` wait for each other: each call resolves once all of them have called. With it a control reads in every
 * transaction before one of them writes, so that it fails each time and without sleeping.
 */
export function barrier(parties: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === parties) resolve()
    return promise
  }
}
