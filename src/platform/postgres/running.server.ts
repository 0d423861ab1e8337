import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from 'pg'
import { superuser } from './cluster.server.ts'
import { clusterDirOf, resolveDataDir } from './data-dir.server.ts'

/**
 * The connection to the database that another process runs on this data folder, for a command beside a running shop;
 * null when none is running. PostgreSQL's own pid file says where it listens.
 */
export function findRunning(wanted: string): { connection: ClientConfig; dataDir: string } | null {
  const dataDir = resolveDataDir(wanted)
  try {
    const lines = readFileSync(path.join(clusterDirOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')
    const [port, host] = [Number(lines[3]), lines[4]?.trim()]
    if (!host || !Number.isInteger(port)) return null
    return { connection: { host, port, user: superuser, database: 'postgres', ssl: false }, dataDir }
  } catch {
    return null // No such file, or not ours to read: nothing that we could use.
  }
}
