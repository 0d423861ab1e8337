import type { Env } from '../platform/env.server.ts'
import type { Log } from '../platform/log.server.ts'
import { asUnusable } from './open-server.server.ts'
import { type OpenShop, openShop } from './open-shop.server.ts'
import { begin, endWith } from './started.server.ts'

export type Started = { env: Env; log: Log }
/** The output of a command. Exit code 1 if `isWell` is false. */
export type Outcome = { lines: readonly string[]; isWell: boolean }

type Command<Wanted> = {
  usage: readonly string[]
  /** Parses the arguments; `null` or an error for wrong ones. */
  read: (words: string[]) => Wanted | null
  run: (options: Wanted, started: Started) => Promise<Outcome>
}

/** Runs a command-line program. Exit codes: 0 success, 1 failure, 2 wrong arguments. */
export async function runCommand<Wanted>({ usage, read, run }: Command<Wanted>): Promise<void> {
  const options = parse(read)
  if (options === null) {
    process.stderr.write(inLines(usage))
    process.exit(2)
  }
  const started = begin()
  try {
    const { lines, isWell } = await run(options, started)
    process.stdout.write(inLines(lines))
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    endWith(asUnusable(started.env, error))
  }
}

const inLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function parse<Wanted>(read: (words: string[]) => Wanted | null): Wanted | null {
  try {
    return read(process.argv.slice(2))
  } catch {
    return null
  }
}

/** Opens the shop of the data folder or of DATABASE_URL, migrated, also while it runs. */
export async function withShop<T>({ env, log }: Started, use: (opened: OpenShop) => Promise<T>): Promise<T> {
  const opened = await openShop(env, log, env.port, { besideRunning: true })
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}
