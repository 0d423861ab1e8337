import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compiled } from '../process/command.ts'
import { type Clients, type Crashed, countOf, type Step, startClients, steps } from './clients.ts'
import { becomes, copyOf, discard, query, type Round } from './folders.ts'
import { findLost } from './verify.ts'

export type CrashPlan = {
  /** The data folder to begin with, from makeTemplate. */
  template: string
  rounds: number
  clients: number
  seed: number
  variant: 'real' | 'late-files'
  report?: (round: Round) => void
}
export type CrashRun = Crashed & {
  /** Kills of the shop or its database. */
  kills: number
  /** Kills while at least one request of this step was waiting for its answer. */
  killsDuring: Record<Step, number>
  /** Stops the shop and keeps its data. */
  halt: () => Promise<void>
  stop: () => Promise<void>
}

type Shop = { url: string; process: ChildProcess }

/** A seeded random source in [0, 1). */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function launch(dataDir: string, variant: CrashPlan['variant']): ChildProcess {
  const env = {
    // Do not pass the test runner's environment, which sets BASE_URL.
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    SEED: 'none',
    PAYMENTS_MODE: 'sandbox',
    CRASH_VARIANT: variant,
    DATABASE_URL: '',
    ...compiled,
  }
  return spawn(process.execPath, ['tests/crash/shop-process.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function start(dataDir: string, variant: CrashPlan['variant']): Promise<Shop> {
  const child = launch(dataDir, variant)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (part) => {
      output += part
      const match = /ready (http:\/\/\S+)/.exec(output)
      if (match) resolve(match[1]!)
    })
    child.stderr?.on('data', (part) => {
      output += part
    })
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code} at its start:\n${output}`)))
  })
  return { url, process: child }
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', done))

/** Kills the database process, which then recovers from its log as after a power cut. */
export function killDatabase(dataDir: string): void {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It already ended with the shop, which is the other kind of crash.
  }
}

const targets = ['shop', 'database', 'shop and database', 'database', 'shop, then while it starts', 'database'] as const

/**
 * Starts the shop, lets clients book, pay, move and upload in parallel, kills it or its database at seeded moments, waits
 * until requests are answered again, looks for everything that was acknowledged, and so on.
 */
export async function crashRepeatedly(plan: CrashPlan): Promise<CrashRun> {
  const dataDir = copyOf(plan.template)
  const next = chance(plan.seed)
  const killsDuring = { booking: 0, payment: 0, proof: 0, move: 0 }
  let shop = await start(dataDir, plan.variant)
  let kills = 0
  const isControl = plan.variant === 'late-files'
  const clients = startClients(plan.clients, () => shop.url)
  const { acknowledged, keysUsed } = clients
  const kill = {
    shop: async (isWithDatabase: boolean): Promise<void> => {
      shop.process.kill('SIGKILL')
      if (isWithDatabase) killDatabase(dataDir)
      await ended(shop.process)
    },
    database: async (): Promise<void> => {
      killDatabase(dataDir)
      // What was acknowledged before may be read after the kill, so it does not show that the database is back.
      await becomes(
        () => query(dataDir, () => Promise.resolve(true)).catch(() => false),
        () => false,
      )
    },
    start: async (): Promise<void> => {
      const child = launch(dataDir, plan.variant)
      await wait(next() * 2_500)
      child.kill('SIGKILL')
      await ended(child)
    },
  }
  for (let round = 0; round < plan.rounds; round++) {
    const target = isControl ? 'shop' : targets[round % targets.length]!
    // A round lasts until something is acknowledged, and then a random time. The control must lose a proof.
    await acknowledges(clients)
    if (isControl) await becomes(acknowledgesProof(clients), () => false)
    else await wait(50 + next() * 900)
    const flying = clients.inFlight()
    for (const step of steps) if (flying[step] > 0) killsDuring[step]++
    const before = performance.now()
    if (target === 'database') await kill.database()
    else await kill.shop(target === 'shop and database')
    const isStarting = target.endsWith('starts')
    if (isStarting) await kill.start()
    if (target !== 'database') shop = await start(dataDir, plan.variant)
    kills += isStarting ? 2 : 1
    await acknowledges(clients)
    const recovery = performance.now() - before
    const { faults, checked } = await findLost(dataDir, acknowledged)
    const during = `${flying.booking} bookings, ${flying.payment} payments, ${flying.proof} proofs, ${flying.move} moves in flight`
    plan.report?.({
      command: target,
      what: `${during}; found ${checked}`,
      kills: isStarting ? 2 : 1,
      recovery,
      faults,
    })
  }
  await clients.end()
  const halt = async (): Promise<void> => {
    shop.process.kill('SIGTERM')
    await ended(shop.process)
  }
  const stop = async (): Promise<void> => {
    await halt()
    discard(dataDir)
  }
  return { acknowledged, keysUsed, dataDir, kills, killsDuring, halt, stop }
}

async function acknowledges({ acknowledged }: Clients): Promise<void> {
  const before = countOf(acknowledged)
  while (countOf(acknowledged) === before) await wait(5)
}

function acknowledgesProof({ acknowledged: { proofs } }: Clients): () => boolean {
  const before = proofs.length
  return () => proofs.length > before
}
