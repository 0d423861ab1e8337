import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { vi } from 'vitest'
import { chooseAccount, runAs } from '../../src/platform/postgres/account.server.ts'
import { makeProcessFolder } from '../support/memory-folder.ts'
import { freePort } from './programs.ts'

const debian = '/usr/lib/postgresql'
/** The programs of the newest PostgreSQL that Debian has installed: the embedded one has no pg_basebackup. */
const programs = (existsSync(debian) ? readdirSync(debian) : [])
  .map((version) => path.join(debian, version, 'bin'))
  .filter((folder) => existsSync(path.join(folder, 'pg_basebackup')) && existsSync(path.join(folder, 'postgres')))
  .at(-1)
/** apt install postgresql */
export const hasPostgres = (): boolean => programs !== undefined

export type Settings = Readonly<Record<string, string>>
/** A PostgreSQL server on a folder of its own. */
export type PostgresServer = {
  readonly folder: string
  readonly port: number
  /** The address of the database `postgres`. */
  readonly url: string
  readonly start: (settings?: Settings) => Promise<void>
  /** Ends sessions and writes everything. */
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
  /** What it has logged, with every statement under log_statement=all. */
  readonly output: () => string
  readonly query: <T extends Record<string, unknown>>(text: string) => Promise<T[]>
}

const folders = new Set<string>()
const running = new Set<PostgresServer>()
export const postgresPrograms = (): string => programs ?? ''
/** Spawn options of the account that may run servers. */
export const accountOfServers = () => runAs(account())
const account = () => chooseAccount('/nonexistent', '/nonexistent')

/** Runs one of PostgreSQL's programs as the account that may. Returns what it wrote. */
export async function runProgram(program: string, ...args: readonly string[]): Promise<string> {
  const file = program.startsWith('/') ? program : path.join(programs ?? '', program)
  const { stdout, stderr } = await promisify(execFile)(file, args, { ...runAs(account()), cwd: '/' })
  return stdout + stderr
}

/** A folder that belongs to the account of the servers. */
export function serverFolder(): string {
  const folder = makeProcessFolder('safar-cluster-')
  const owner = account()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  folders.add(folder)
  return folder
}

/** A new server, which is started. It does not sync to disk: kills of processes lose nothing that it has written. */
export async function newServer(settings: Settings = {}): Promise<PostgresServer> {
  const folder = path.join(serverFolder(), 'data')
  const text = ['--locale=C.UTF-8', '--encoding=UTF8', '--no-sync', '--auth=trust', '--username=shop']
  await runProgram('initdb', '-D', folder, ...text)
  const server = await serverOn(folder)
  await server.start(settings)
  return server
}

/** A replica that follows `primary`, which is started. */
export async function newReplica(primary: PostgresServer, name: string, settings: Settings = {}) {
  const folder = path.join(serverFolder(), 'data')
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'shop']
  const how = ['--write-recovery-conf', '--checkpoint=fast', '--create-slot', `--slot=${name}`, '--no-sync']
  await runProgram('pg_basebackup', ...from, '-D', folder, ...how)
  const server = await serverOn(folder)
  await server.start(settings)
  return server
}

/** A server on an existing folder, which is not started. */
export async function serverOn(folder: string): Promise<PostgresServer> {
  const port = await freePort()
  const url = `postgres://shop@127.0.0.1:${port}/postgres`
  let text = ''
  let closed: Promise<unknown> = Promise.resolve()
  let end = (_signal: NodeJS.Signals): void => {}
  const finish = async (signal: NodeJS.Signals): Promise<void> => {
    end(signal)
    await closed
    running.delete(server)
  }
  const query = async <T extends Record<string, unknown>>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const server: PostgresServer = {
    ...{ folder, port, url, query, output: () => text },
    start: async (settings = {}) => {
      const all: Settings = {
        ...{ port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' },
        ...{ max_connections: '100', shared_buffers: '32MB', hot_standby: 'on', logging_collector: 'off' },
        ...settings,
      }
      const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const child = spawn(path.join(programs ?? '', 'postgres'), ['-D', folder, ...options], {
        ...runAs(account()),
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          text += part
        })
      closed = new Promise((resolve) => child.once('close', resolve))
      end = (signal) => child.kill(signal)
      running.add(server)
      await vi.waitFor(() => query('select 1'), { timeout: 30_000, interval: 50 })
    },
    stop: () => finish('SIGINT'),
    kill: () => finish('SIGKILL'),
  }
  return server
}

export async function endServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.kill()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  folders.clear()
}
