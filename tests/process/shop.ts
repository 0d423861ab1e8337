import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A shop as a process of its own: `npm start` without its set-up and without pages. */
export type ShopProcess = {
  readonly pid: number
  /** 'http://127.0.0.1:PORT', once it listens; throws when it ends before. */
  readonly listening: Promise<string>
  /** What it ended with; signals that killed it are negative. */
  readonly ended: Promise<number>
  /** What it has written so far, standard output and errors. */
  readonly said: () => string
  /** Settles when it writes this. */
  readonly says: (words: RegExp) => Promise<RegExpMatchArray>
  readonly signal: (name: NodeJS.Signals) => void
}

const root = path.resolve(import.meta.dirname, '../..')
const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** `imports`: modules that change the shop before it is loaded, as controls do. */
export function startShop(env: Readonly<Record<string, string>>, imports: readonly string[] = []): ShopProcess {
  const first = ['./tests/process/without-pages.ts', ...imports].flatMap((file) => ['--import', file])
  const child = spawn(process.execPath, [...first, 'src/app/server.ts'], {
    cwd: root,
    // Not the test runner's own environment: it says BASE_URL and NODE_ENV too.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      SEED: 'test',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
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
  // Whoever waits for the end of a shop that cannot start does not wait for it to listen.
  listening.catch(() => {})
  return { pid: child.pid ?? 0, listening, ended, said: () => text, says, signal: (name) => child.kill(name) }
}

/** A folder of its own, gone with `endAll`. */
export function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'safar-process-'))
  folders.add(folder)
  return folder
}

/** Ends what a test has left, however it went, by asking first: an embedded database is then stopped as well. */
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
