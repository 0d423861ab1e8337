import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort, hasProgram, withSystemPrograms } from './programs.ts'

/** Debian has it: apt install pgbouncer. */
export const hasPooler = (): boolean => hasProgram('pgbouncer', '--version')

export type Pooler = {
  readonly url: string
  /** Ends all connections at once and listens again. */
  readonly restart: () => Promise<void>
  readonly end: () => Promise<void>
}

/** PgBouncer in transaction mode with two connections to the database: clients share them all the time. */
export async function poolerTo(databaseUrl: string, ...more: readonly string[]): Promise<Pooler> {
  const to = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'safar-pooler-'))
  const port = await freePort()
  const login = to.password ? `user=${to.username} password=${decodeURIComponent(to.password)}` : `user=${to.username}`
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${to.hostname} port=${to.port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
${more.join('\n')}
`,
  )
  // As root PgBouncer changes to another account, which must read the file.
  chmodSync(folder, 0o755)
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const url = `postgres://${to.username}@127.0.0.1:${port}${to.pathname}`
  const start = async () => {
    const args = [...asRoot, path.join(folder, 'pgbouncer.ini')]
    const child = spawn('pgbouncer', args, { stdio: 'ignore', env: withSystemPrograms })
    const closed = new Promise((resolve) => child.once('close', resolve))
    await vi.waitFor(() => connects(url), { timeout: 10_000, interval: 50 })
    return async (): Promise<void> => {
      child.kill('SIGKILL')
      await closed
    }
  }
  let kill = await start()
  return {
    url,
    restart: async () => {
      await kill()
      kill = await start()
    },
    end: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connects(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.end()
}
