import type { Env } from '../platform/env.server.ts'
import type { Log } from '../platform/log.server.ts'
import { asUnusable } from './open-server.server.ts'
import { type OpenShop, openShop } from './open-shop.server.ts'
import { begin, endWith } from './started.server.ts'

export type Started = { env: Env; log: Log }
/** What the command says in the end; exit code 1 where not all is well. */
export type Told = { lines: readonly string[]; isWell: boolean }

type Command<Wanted> = {
  usage: readonly string[]
  /** The words after the command's name; `null`, or an error, where they make no sense. */
  read: (words: string[]) => Wanted | null
  run: (wanted: Wanted, started: Started) => Promise<Told>
}

/** A program that does one thing by hand. Exit codes: 0 all is well, 1 it is not, 2 called with the wrong words. */
export async function runCommand<Wanted>({ usage, read, run }: Command<Wanted>): Promise<void> {
  const wanted = understood(read)
  if (wanted === null) {
    process.stderr.write(inLines(usage))
    process.exit(2)
  }
  const started = begin()
  try {
    const { lines, isWell } = await run(wanted, started)
    process.stdout.write(inLines(lines))
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    endWith(asUnusable(started.env, error))
  }
}

const inLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function understood<Wanted>(read: (words: string[]) => Wanted | null): Wanted | null {
  try {
    return read(process.argv.slice(2))
  } catch {
    return null
  }
}

/** With the shop of this data folder, or of DATABASE_URL, brought up to date; also while it runs. */
export async function withShop<T>({ env, log }: Started, use: (opened: OpenShop) => Promise<T>): Promise<T> {
  const opened = await openShop(env, log, env.port, { besideRunning: true })
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}
