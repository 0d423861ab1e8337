import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.server.ts'
import type { RunningServer } from './server.server.ts'

export type Supervision = Readonly<{
  /** Starts the server; throws EmbeddedPostgresError when it cannot. */
  launch: () => Promise<RunningServer>
  /** Cleans up after a server that ended. */
  clean: () => Promise<void>
  log: (line: string) => void
}>

const maxRestarts = 5
const withinMilliseconds = 60_000
const retryMilliseconds = 1_000

/**
 * Starts the server, and again whenever it ends by itself. `died` settles when it has been started five times within a
 * minute and ended again.
 */
export async function superviseServer({ launch, clean, log }: Supervision): Promise<RunningServer> {
  let current: RunningServer | null = await launch()
  let restarting: Promise<void> = Promise.resolve()
  let isStopping = false
  const countRestart = restartCounter()
  const died = Promise.withResolvers<EmbeddedPostgresError>()

  const restart = async (cause: EmbeddedPostgresError): Promise<void> => {
    current = null
    for (let last = cause; !isStopping; ) {
      const count = countRestart()
      if (count > maxRestarts) return died.resolve(gaveUp(last))
      log(`The database has ended and is started again (${count} of ${maxRestarts} within a minute)`)
      try {
        await clean()
        current = await launch()
        log('The database is running again')
        return watch(current)
      } catch (error) {
        if (!(error instanceof EmbeddedPostgresError)) throw error
        last = error
        await wait(retryMilliseconds)
      }
    }
  }
  const watch = (server: RunningServer): void => {
    void server.died.then((cause) => {
      restarting = restart(cause).catch((error: unknown) => died.resolve(gaveUp(error as Error)))
    })
  }
  watch(current)
  return {
    died: died.promise,
    async stop() {
      isStopping = true
      await restarting
      await current?.stop()
    },
  }
}

/** Counts restarts of the last minute, with the one that follows. */
function restartCounter(): () => number {
  const restarts: number[] = []
  return () => {
    const now = performance.now()
    while (restarts[0] !== undefined && now - restarts[0] > withinMilliseconds) restarts.shift()
    return restarts.push(now)
  }
}

const gaveUp = (cause: Error): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'start-failed',
    `The database ended ${maxRestarts + 1} times within a minute, so the shop gives up. ${cause.message}`,
    cause,
  )
