import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Account, canReach } from '../account.server.ts'
import { processesIn } from '../leftovers.server.ts'

export type ShopEvent = Readonly<{
  event: 'started' | 'rows' | 'failed' | 'lost' | 'died' | 'stopped' | 'refused' | 'log' | 'ended'
  host?: string
  dataDir?: string
  fault?: string
  message?: string
  line?: string
  rows?: Record<string, unknown>[]
}>

export type ShopOptions = Readonly<{
  account?: Account | undefined
  drain?: boolean
  env?: Record<string, string>
  script?: string
}>

const ownScript = fileURLToPath(new URL('./shop.ts', import.meta.url))

const running = new Set<ShopProcess>()

/** A shop in a child process (see shop.ts). */
export class ShopProcess {
  readonly child: ChildProcess
  readonly events: ShopEvent[] = []
  private readonly listeners = new Set<() => void>()
  private errors = ''

  constructor(dataDir: string, options: ShopOptions = {}) {
    const { account, drain = false, env = {}, script = ownScript } = options
    this.child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, dataDir, drain ? 'drain' : ''],
      {
        cwd: '/',
        detached: true, // A group of its own, as a terminal gives one: Ctrl-C can be sent to all of it.
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
        ...(account ? { uid: account.uid, gid: account.gid } : {}),
      },
    )
    running.add(this)
    this.child.once('close', () => running.delete(this))
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
    this.child.stdin?.on('error', () => {}) // Killed while we spoke to it.
    if (this.child.stdout) {
      const lines = createInterface({ input: this.child.stdout })
      lines.on('line', (line) => this.add(JSON.parse(line)))
      this.child.once('close', () => this.add({ event: 'ended', message: this.errors }))
    }
  }

  /** The first event of these kinds after the `after`th. Throws if the process ends. */
  async next(kinds: ShopEvent['event'][], after = 0): Promise<ShopEvent> {
    for (;;) {
      const event = this.events.slice(after).find(({ event }) => kinds.includes(event))
      if (event) return event
      const end = this.events.at(-1)
      if (end?.event === 'ended') throw new Error(`The shop ended: ${JSON.stringify(this.events)}`)
      await new Promise<void>((resolve) => this.listeners.add(resolve))
    }
  }

  async started(): Promise<ShopEvent> {
    const event = await this.next(['started', 'refused'])
    if (event.event === 'refused') throw new Error(event.message)
    return event
  }

  /** One statement at a time. */
  async query(statement: string): Promise<Record<string, unknown>[]> {
    const after = this.events.length
    this.child.stdin?.write(`${JSON.stringify(statement)}\n`)
    const answer = await this.next(['rows', 'failed'], after)
    if (answer.event === 'failed') throw new Error(answer.message)
    return answer.rows ?? []
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    await this.next(['stopped'])
    await this.ended()
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended()
  }

  async ended(): Promise<void> {
    if (!this.events.some(({ event }) => event === 'ended')) await once(this.child, 'close')
  }

  private add(event: ShopEvent): void {
    this.events.push(event)
    const waiting = [...this.listeners]
    this.listeners.clear()
    for (const resolve of waiting) resolve()
  }
}

/** A process that holds a lock (see hold-lock.ts). */
export class LockHolder {
  readonly child: ChildProcess
  readonly held: Promise<unknown>

  constructor(file: string) {
    const script = fileURLToPath(new URL('./hold-lock.ts', import.meta.url))
    this.child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--expose-gc', script, file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.held = this.child.stdout ? once(this.child.stdout, 'data') : Promise.reject(new Error('no output'))
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'close')
    this.child.kill('SIGKILL')
    await ended
  }
}

/** A folder that every account can reach (mkdtemp's is private). Delete it with `removeFolder`. */
export function makeFolder(owner?: Account): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safar-launcher-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o755)
  return folder
}

/** Kills processes below the folder, and shops that a failed test left. */
async function endAll(folder: string): Promise<void> {
  await Promise.all([...running].map((shop) => shop.kill()))
  for (const pid of processesBelow(folder)) kill(pid)
  await until(() => processesBelow(folder).length === 0)
}

export async function removeFolder(folder: string): Promise<void> {
  await endAll(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

function processesBelow(folder: string): number[] {
  if (process.platform !== 'linux') return processesIn(path.join(folder, 'data', 'postgres'))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)
      } catch {
        return false
      }
    })
    .map(Number)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** Polls a condition; throws if it does not become true. */
export async function until(condition: () => boolean, limitMs = 60_000): Promise<void> {
  const started = performance.now()
  while (!condition()) {
    if (performance.now() - started > limitMs) throw new Error(`Waited ${limitMs} ms for ${condition}`)
    await wait(2)
  }
}

/** `nobody`, if this process may run the project as another account; otherwise the reason why not. */
export function otherAccount(): { account: Account } | { reason: string } {
  if (process.getuid?.() !== 0) return { reason: 'only root can run a shop as another account' }
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  if (!line) return { reason: 'there is no account "nobody"' }
  const account = { name: 'nobody', uid: Number(line[1]), gid: Number(line[2]) }
  if (canReach(path.dirname(ownScript), account) && canReach(process.execPath, account)) return { account }
  return { reason: 'the account "nobody" cannot reach the project' }
}

/** The accounts that start the shop in each test: our own and, for root, another one. */
export const starters: { who: string; account?: Account; reason?: string }[] = [
  { who: process.getuid?.() === 0 ? 'root' : 'an ordinary user' },
  { who: 'another account', ...otherAccount() },
]

/** A data folder after its first start, shared by many tests, because a first start is slow. */
export class MadeDataDir {
  private readonly folder: string
  private readonly home: string
  private lent: string | undefined

  private constructor(account: Account | undefined) {
    this.folder = makeFolder(account)
    this.home = path.join(this.folder, 'data')
  }

  static async make(account?: Account): Promise<MadeDataDir> {
    const made = new MadeDataDir(account)
    const shop = new ShopProcess(made.home, { account })
    await shop.started()
    await shop.stop()
    return made
  }

  /** Moves the folder there until takeBack. The test must leave it usable. */
  lendTo(dataDir: string): void {
    renameSync(this.lent ?? this.home, dataDir)
    this.lent = dataDir
  }

  async takeBack(): Promise<void> {
    if (!this.lent) return
    await endAll(this.lent)
    renameSync(this.lent, this.home)
    this.lent = undefined
  }

  remove(): Promise<void> {
    return removeFolder(this.folder)
  }
}
