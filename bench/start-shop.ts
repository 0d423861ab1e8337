import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { shopEnv, shopFlags } from '../tools/shop-flags.mjs'

const root = path.dirname(import.meta.dirname)

export type StartedShop = {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  stop: () => Promise<void>
}
type StartOptions = { readonly env?: Readonly<Record<string, string>>; readonly readyWithinMinutes?: number }

/** The built shop as run by `npm start`, on a temporary data folder and a free port, with the demo world. */
export async function startShop({ env = {}, readyWithinMinutes = 2 }: StartOptions = {}): Promise<StartedShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'safar-bench-'))
  const child = spawn(process.execPath, [...shopFlags, 'src/app/server.ts'], {
    cwd: root,
    env: {
      ...shopEnv,
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SEED: 'demo',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async (): Promise<void> => {
    await ended(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await addressOf(child, readyWithinMinutes * 60_000)
    return { url, dataDir, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

async function addressOf(child: ChildProcess, milliseconds: number): Promise<string> {
  let output = ''
  let url: string | undefined
  const read = (part: Buffer): void => {
    output += part
    url ??= /Safar is ready: (http:\/\/\S+)/.exec(output)?.[1]
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}:\n${output}`)
    if (url !== undefined && (await fetch(`${url}/readyz`).catch(() => null))?.status === 200) return url
    await wait(50)
  }
  throw new Error(`The shop was not ready in time:\n${output}`)
}
