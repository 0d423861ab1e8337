import { type AddressInfo, createServer } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { BackupError } from '../platform/backup/archive.server.ts'
import { type Env, EnvError, readEnv } from '../platform/env.server.ts'
import { createLog, type Log } from '../platform/log.server.ts'
import { EmbeddedPostgresError } from '../platform/postgres/index.server.ts'
import { supplierUrlNames } from './supplier-urls.server.ts'

/** Reads settings and opens the log. Wrong settings end the process with a message and exit code 1. */
export function begin(): { env: Env; log: Log } {
  try {
    const env = readEnv(process.env, supplierUrlNames)
    return { env, log: createLog(env.logLevel, { readable: process.stdout.isTTY === true }) }
  } catch (error) {
    return endWith(error)
  }
}

/** Ends the process. Errors that the operator can fix are shown as a message, others in full. */
export function endWith(error: unknown): never {
  const isPlain = error instanceof EnvError || error instanceof EmbeddedPostgresError
  const isSentence = isPlain || error instanceof BackupError
  const text = isSentence ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${isPlain ? 'Safar cannot start: ' : ''}${text}\n`)
  process.exit(1)
}

type Address = Pick<Env, 'port' | 'host'>

/**
 * PORT, or a free one if it is 0: links in mail need it before anything listens. Throws EnvError when it cannot be used,
 * before a database is created.
 */
export async function choosePort({ port, host }: Address): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(asWrongAddress(error, { port, host })))
    probe.listen(port, host, resolve)
  })
  const { port: free } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return free
}

/** Errors that the operator can fix: the address is in use, not permitted, or not of this machine. */
export function asWrongAddress(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  const name = ['EADDRINUSE', 'EACCES'].includes(error.code ?? '') ? 'PORT' : 'HOST'
  const unknown = `${host} is no name or address that this machine knows`
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `${port} is in use on ${host}`,
    EACCES: `${port} may not be used by this account`,
    EADDRNOTAVAIL: `${host} is not of this machine`,
    ENOTFOUND: unknown,
    // A host name while name resolution is unavailable, on a machine without a network.
    EAI_AGAIN: unknown,
  }
  const message = messages[error.code ?? '']
  return message ? new EnvError([{ name, message }]) : error
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `close` once on a signal to stop, then exits with 0 (1 after an error). A signal that arrives twice at once,
 * from the terminal and from npm, counts once; a later second signal exits immediately.
 */
export function closeOnSignals(log: Log, close: () => Promise<void>): void {
  const options = {
    delay: 45_000,
    // Errors while it closes, and a close that takes too long.
    logger: { error: (err: unknown) => log.fatal({ err }, 'could not stop as usual') },
    skip: [...signals],
  }
  const grace = closeWithGrace(options as never, async ({ err }) => {
    if (err) log.fatal({ err }, 'ending because of an error')
    await close()
  })
  let first: number | null = null
  for (const signal of signals) {
    process.on(signal, () => {
      if (first !== null && performance.now() - first > 3_000 && signal === 'SIGINT') process.exit(1)
      if (first !== null) return
      first = performance.now()
      grace.close()
    })
  }
}
