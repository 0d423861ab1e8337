import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeProcessFolder } from '../support/memory-folder.ts'
import { compiled, root } from './command.ts'

/** A shop as a separate process: `npm start` without its set-up and without pages. */
export type ShopProcess = {
  readonly pid: number
  /** 'http://127.0.0.1:PORT' once it listens; rejects when the process ends first. */
  readonly listening: Promise<string>
  /** The exit code; negative for a signal. */
  readonly ended: Promise<number>
  readonly output: () => string
  readonly says: (words: RegExp) => Promise<RegExpMatchArray>
  readonly signal: (name: NodeJS.Signals) => void
}

const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** `imports` are modules that patch the shop before it loads, for controls; `folder` holds the sources. */
export function startShop(
  env: Readonly<Record<string, string>>,
  imports: readonly string[] = [],
  folder = root,
): ShopProcess {
  const first = ['./tests/process/without-pages.ts', ...imports].flatMap((file) => ['--import', file])
  return startProcess([...first, 'src/app/server.ts'], env, folder)
}

/** `npm run worker`. It listens nowhere. */
export const startWorker = (env: Readonly<Record<string, string>>, folder = root): ShopProcess =>
  startProcess(['src/app/worker.ts'], env, folder)

function startProcess(args: readonly string[], env: Readonly<Record<string, string>>, cwd = root): ShopProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    // Do not pass the test runner's environment, which sets BASE_URL and NODE_ENV.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      SEED: 'test',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      ...compiled,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  const listeners = new Set<() => void>()
  const heard = (part: Buffer): void => {
    text += part
    for (const look of [...listeners]) look()
  }
  child.stdout.on('data', heard)
  child.stderr.on('data', heard)
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code ?? -1)
    })
  })
  const says = (words: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = (): void => {
        const match = words.exec(text)
        if (!match) return
        listeners.delete(look)
        resolve(match)
      }
      listeners.add(look)
      look()
      void ended.then((code) => reject(new Error(`The shop ended with ${code} and never said ${words}:\n${text}`)))
    })
  const listening = says(/Listening on (http:\S+)\n/).then((match) => match[1] ?? '')
  // A test that only awaits `ended` must not fail with an unhandled rejection.
  listening.catch(() => {})
  return { pid: child.pid ?? 0, listening, ended, output: () => text, says, signal: (name) => child.kill(name) }
}

/** In memory; `isOnDisk`: as in production. */
export function dataFolder({ isOnDisk = false } = {}): string {
  const name = 'safar-process-'
  const folder = isOnDisk ? mkdtempSync(path.join(tmpdir(), name)) : makeProcessFolder(name)
  folders.add(folder)
  return folder
}

/** Stops leftover processes gently, so that an embedded database stops too. */
export async function endAll(): Promise<void> {
  const left = [...running]
  for (const child of left) child.kill('SIGTERM')
  const gone = left.map((child) => new Promise((resolve) => child.once('close', resolve)))
  const hard = setTimeout(() => {
    for (const child of left) child.kill('SIGKILL')
  }, 8_000)
  await Promise.all(gone)
  clearTimeout(hard)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
