import type { KyselyPlugin } from 'kysely'
import type { World } from './world.ts'

class Crash extends Error {}
/** Stops after this many statements, like a killed process. */
export function crashAfter(statements: number): KyselyPlugin {
  let left = statements
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (left-- === 0) throw new Crash(`after ${statements} statements`)
      return result
    },
  }
}

export interface Crashing<T> {
  readonly prepare: () => Promise<T>
  readonly work: (deps: World, what: T) => Promise<unknown>
  /** After the crash, before anything is repeated. */
  readonly between?: (what: T) => Promise<void>
  readonly look: (what: T) => Promise<void>
}
/** Runs `work` with a crash after each statement in turn, repeats it and checks the result. Returns the statements. */
export async function atEveryStep<T>(
  world: World,
  { prepare, work, between = async () => undefined, look }: Crashing<T>,
): Promise<number> {
  for (let step = 0; step < 200; step++) {
    const what = await prepare()
    const broken: World = { ...world, db: world.db.withPlugin(crashAfter(step)) }
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
