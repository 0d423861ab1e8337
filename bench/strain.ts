import { setTimeout as wait } from 'node:timers/promises'

export type Strain = {
  /** Memory growth in bytes. */
  readonly growth: number
  /** The longest event-loop stall in milliseconds. */
  readonly longestStall: number
}

/** Memory growth and event-loop stall of the shop's process during `work`, from its own metrics. */
export async function strainOf<T>(shopUrl: string, work: () => Promise<T>): Promise<{ result: T; strain: Strain }> {
  const before = (await read(shopUrl)).resident
  const strain = { growth: 0, longestStall: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { resident, stop } = await read(shopUrl)
      strain.growth = Math.max(strain.growth, resident - before)
      strain.longestStall = Math.max(strain.longestStall, stop)
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

/** Reading resets the stall. */
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
