import type pg from 'pg'
import { readErasures } from '../../adapters/files/erasure-log/index.server.ts'
import { type FileStore, isErased, NotStored, namedKeys } from '../../modules/files/index.server.ts'
import { type ArchiveWriter, BackupError, createArchive } from '../../platform/backup/archive.server.ts'
import {
  dumpJobs,
  dumpTable,
  jobsTable,
  prepareSession,
  readSequences,
  readShapes,
} from '../../platform/backup/tables.server.ts'
import type { Keyring } from '../../platform/crypto/keyring.server.ts'
import { type Database, onClient } from '../../platform/db/database.server.ts'
import {
  type About,
  aboutName,
  erasuresFolder,
  type Facts,
  filesFolder,
  jsonPart,
  leftOut,
  sequencesName,
} from './format.server.ts'

export type BackupDeps = Readonly<{
  db: Database
  pool: pg.Pool
  store: FileStore
  keys: Pick<Keyring, 'fingerprints'>
  erasureLog: string
  now: Date
}>
export type BackupReport = Facts & { readonly size: number }

/**
 * Writes database and files of one moment to an archive, while the shop runs. Rows are read in one snapshot, then the
 * files that they name. Deletes the file when it fails. Throws BackupError.
 */
export async function writeBackup(deps: BackupDeps, file: string, { replace = false } = {}): Promise<BackupReport> {
  const client = await deps.pool.connect()
  let archive: ArchiveWriter | null = null
  try {
    await prepareSession(client)
    await client.query('begin isolation level repeatable read, read only')
    const about = await describe(client, deps)
    archive = await createArchive(file, { replace })
    await archive.add(jsonPart(aboutName, about))
    const rows = await addRows(client, archive, about)
    await addErasures(archive, deps.erasureLog)
    const files = await addFiles(client, archive, deps)
    const facts: Facts = { rows, ...files }
    const size = await archive.finish(facts)
    return { ...facts, size }
  } catch (error) {
    await archive?.abandon()
    throw error
  } finally {
    // Ends the transaction, and a copy that was interrupted.
    client.release(true)
  }
}

async function describe(client: pg.ClientBase, { keys, now }: BackupDeps): Promise<About> {
  const { rows: journal } = await client.query<{ is: boolean }>(`select to_regclass('migrations') is not null as is`)
  if (!journal[0]?.is) throw new BackupError('There is no shop in this database: nothing to back up.')
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  )
  return {
    format: 1,
    made_at: now.toISOString(),
    migrations,
    tables: await readShapes(client, leftOut),
    key_fingerprints: [...keys.fingerprints],
  }
}

async function addRows(client: pg.ClientBase, archive: ArchiveWriter, about: About): Promise<Facts['rows']> {
  const rows: Record<string, number> = {}
  for (const table of about.tables) {
    const counted = (n: number): void => {
      rows[table.name] = n
    }
    for await (const part of dumpTable(client, table, counted)) await archive.add(part)
  }
  const counted = (n: number): void => {
    rows[`queue.${jobsTable}`] = n
  }
  for await (const part of dumpJobs(client, counted)) await archive.add(part)
  await archive.add(jsonPart(sequencesName, await readSequences(client)))
  return rows
}

const keysPerPart = 10_000

/** Earlier erasures, so that restoring an older archive can repeat them. */
async function addErasures(archive: ArchiveWriter, log: string): Promise<void> {
  let [keys, parts]: [string[], number] = [[], 0]
  const add = async (): Promise<void> => {
    if (keys.length === 0) return
    await archive.add({
      name: `${erasuresFolder}${String(++parts).padStart(6, '0')}`,
      bytes: Buffer.from(keys.join('\n')),
    })
    keys = []
  }
  for await (const key of readErasures(log)) if (keys.push(key) >= keysPerPart) await add()
  await add()
}

/** A remote store is read with several requests at a time. */
const atOnce = 8

async function addFiles(client: pg.PoolClient, archive: ArchiveWriter, { db, store }: BackupDeps) {
  const result: Pick<Facts, 'files' | 'missing' | 'erased_meanwhile'> = { files: 0, missing: [], erased_meanwhile: [] }
  for await (const keys of namedKeys(onClient(client))) {
    for (let at = 0; at < keys.length; at += atOnce) {
      const batch = keys.slice(at, at + atOnce)
      const contents = await Promise.all(batch.map((key) => store.get(key).catch(missing)))
      for (const [i, key] of batch.entries()) {
        const bytes = contents[i]
        if (bytes) {
          await archive.add({ name: `${filesFolder}${key}`, bytes })
          result.files++
          // The snapshot's row names a file that has been erased since.
        } else if (await isErased(db, key)) result.erased_meanwhile.push(key)
        else result.missing.push(key)
      }
    }
  }
  return result
}

function missing(error: unknown): null {
  if (error instanceof NotStored) return null
  throw error
}
