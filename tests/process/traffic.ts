import { ask, asSomebody, type Booked, book } from './visitors.ts'

export type Failure = { readonly what: string; readonly began: number; readonly write: boolean }
export type Traffic = {
  readonly acknowledged: Booked[]
  readonly failures: Failure[]
  /** Resolves after `n` more answers. */
  readonly more: (n: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Visitors who read and book all the time, and continue after a failure. */
export function startTraffic(url: string, visitors: number): Traffic {
  const acknowledged: Booked[] = []
  const failures: Failure[] = []
  const waiting = new Set<() => void>()
  let answers = 0
  let isOver = false
  const attempt = async (what: string, write: boolean, work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    try {
      await work()
      answers++
      for (const look of [...waiting]) look()
    } catch (error) {
      failures.push({ what: `${what}: ${(error as Error).message}`, began, write })
    }
  }
  const reads = async (path: string): Promise<void> => {
    const { status } = await ask(url, path)
    if (status !== 200) throw new Error(String(status))
  }
  const visit = async (): Promise<void> => {
    while (!isOver) {
      await attempt('site', false, () => reads('/api/site'))
      await attempt('list', false, () => reads('/api/services/tour'))
      await attempt('booking', true, async () => void acknowledged.push(await book(url)))
    }
  }
  const over = Promise.all(Array.from({ length: visitors }, visit))
  return {
    acknowledged,
    failures,
    more: (n) =>
      new Promise((resolve) => {
        const wanted = answers + n
        const look = (): void => {
          if (answers < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      }),
    stop: async () => {
      isOver = true
      await over
    },
  }
}

export type Renaming = {
  /** `stale`: by node, the longest time in milliseconds that it still gave a title after the next one was saved. */
  readonly stop: () => Promise<{ readonly saved: number; readonly stale: readonly number[] }>
}

/** Staff who rename the shop through `url` all the time, while `nodes` are asked for the name. */
export async function startRenaming(url: string, cookie: string, nodes: readonly string[]): Promise<Renaming> {
  const savedAt: number[] = []
  const stale = nodes.map(() => 0)
  let isOver = false
  const rename = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/admin/settings`, {
      method: 'PUT',
      body: JSON.stringify({ settings: { site_title: `Title ${savedAt.length}.` } }),
      headers: { ...asSomebody(), 'content-type': 'application/json', cookie },
    })
    if (answer.ok) savedAt.push(performance.now())
  }
  const staff = async (): Promise<void> => {
    while (!isOver) await rename().catch(() => {})
  }
  const watch = async (node: string, n: number): Promise<void> => {
    while (!isOver) {
      const began = performance.now()
      // A node that is being started again answers nothing.
      const site = await ask(node, '/api/site').catch(() => null)
      const title = /Title (\d+)\./.exec(JSON.stringify(site?.json ?? null))
      const replaced = title ? savedAt[Number(title[1]) + 1] : undefined
      if (replaced !== undefined) stale[n] = Math.max(stale[n] ?? 0, began - replaced)
    }
  }
  await rename()
  const over = Promise.all([staff(), ...nodes.map(watch)])
  return {
    stop: async () => {
      isOver = true
      await over
      return { saved: savedAt.length, stale }
    },
  }
}
