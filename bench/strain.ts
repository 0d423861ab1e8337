import { setTimeout as wait } from 'node:timers/promises'

export type Strain = {
  /** By how much the shop grew meanwhile, in bytes. */
  readonly growth: number
  /** The longest that its event loop stood still, in milliseconds. */
  readonly longestStop: number
}

/** What a piece of work asks of the shop's process, by its own word; asked from this machine and by no proxy. */
export async function strainOf<T>(shopUrl: string, work: () => Promise<T>): Promise<{ result: T; strain: Strain }> {
  const before = (await read(shopUrl)).resident
  const strain = { growth: 0, longestStop: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { resident, stop } = await read(shopUrl)
      strain.growth = Math.max(strain.growth, resident - before)
      strain.longestStop = Math.max(strain.longestStop, stop)
      await wait(250)
    }
  })()
  try {
    return { result: await work(), strain }
  } finally {
    isOver = true
    await watching
  }
}

/** Each reading begins the next one's longest stop. */
async function read(shopUrl: string): Promise<{ resident: number; stop: number }> {
  const metrics = await (await fetch(`${shopUrl}/metrics`)).text()
  const named = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]
    if (value === undefined) throw new Error(`The shop does not tell its ${name}`)
    return Number(value)
  }
  return {
    resident: named('process_resident_memory_bytes'),
    stop: named('nodejs_eventloop_lag_max_seconds') * 1000,
  }
}
