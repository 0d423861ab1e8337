import { setTimeout as wait } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { World } from './world.ts'

/** Kills the process at statement `at` (from 0), before it is sent or after it is answered. */
export type Crash = { readonly at: number; readonly when: 'before' | 'after' }

class Died extends Error {}
/** Also when the error was wrapped. */
export const isCrash = (error: unknown): boolean =>
  error instanceof Died || (error instanceof Error && error.cause instanceof Died)

export type DyingWorld<W extends World> = { readonly world: W; readonly hasDied: () => boolean }

/** The world on a server that dies there; uncommitted changes are rolled back. */
export function dying<W extends World>(world: W, crash: Crash): DyingWorld<W> {
  let sent = 0
  let answered = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Died(`${crash.when} statement ${crash.at}`)
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isDead || (crash.when === 'before' && sent++ === crash.at)) die()
      return node
    },
    transformResult: async ({ result }) => {
      if (isDead || (crash.when === 'after' && answered++ === crash.at)) die()
      return result
    },
  }
  return { world: { ...world, db: world.db.withPlugin(plugin) }, hasDied: () => isDead }
}

/**
 * The world without row locks: readers of a row do not wait and continue after different delays, so they act on old
 * data.
 */
export function withoutLocks<W extends World>(world: W): W {
  const locking = new WeakSet<object>()
  let turn = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'SelectQueryNode' || !node.endModifiers) return node
      // Both rows have been read at the second one.
      if (JSON.stringify(node.from).includes('payment_attempts')) locking.add(queryId)
      const { endModifiers: _, ...plain } = node
      return plain
    },
    transformResult: async ({ result, queryId }) => {
      if (locking.has(queryId)) await wait(250 + 100 * (turn++ % 4))
      return result
    },
  }
  return { ...world, db: world.db.withPlugin(plugin) }
}
