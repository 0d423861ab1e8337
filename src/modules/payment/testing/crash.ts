import { type KyselyPlugin, RawNode, type RootOperationNode, SelectQueryNode } from 'kysely'
import type { World } from './world.ts'

class Crash extends Error {}
/** A crash after a read leaves the same rows as one after the write before it. */
export type Counted = 'statements' | 'writes'

/** Stops after this many statements or writes, like a killed process. */
export function crashAfter(count: number, counted: Counted = 'statements'): KyselyPlugin {
  let left = count
  const reads = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (counted === 'writes' && isRead(node)) reads.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (!reads.has(queryId) && left-- === 0) throw new Crash(`after ${count} ${counted}`)
      return result
    },
  }
}

/** Whatever might write counts as a write. */
function isRead(node: RootOperationNode): boolean {
  if (SelectQueryNode.is(node)) return node.with === undefined
  if (!RawNode.is(node)) return false
  const text = node.sqlFragments.join(' ').replace(/\bfor (?:no key )?update\b/gi, '')
  return /^\s*select\b/i.test(text) && !/\b(?:insert|update|delete|add_job)\b/i.test(text)
}

export interface Crashing<T> {
  readonly prepare: () => Promise<T>
  readonly work: (deps: World, what: T) => Promise<unknown>
  /** After the crash, before anything is repeated. */
  readonly between?: (what: T) => Promise<void>
  readonly look: (what: T) => Promise<void>
  /** 'writes' is cheaper, for work that calls nothing outside the database. */
  readonly counted?: Counted
}
/** Runs `work` with a crash after each statement in turn, repeats it and checks the result. Returns the crashes. */
export async function atEveryStep<T>(
  world: World,
  { prepare, work, between = async () => undefined, look, counted = 'statements' }: Crashing<T>,
): Promise<number> {
  for (let step = 0; step < 200; step++) {
    const what = await prepare()
    const broken: World = { ...world, db: world.db.withPlugin(crashAfter(step, counted)) }
    const crashed = await work(broken, what).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Crash || (error instanceof Error && error.cause instanceof Crash)) return true
        throw error
      },
    )
    await between(what)
    await work(world, what)
    await look(what)
    if (!crashed) return step
  }
  throw new Error('never came through')
}
