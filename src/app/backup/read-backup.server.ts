import { access } from 'node:fs/promises'
import type pg from 'pg'
import { noteErasures, readErasures } from '../../adapters/files/erasure-log/index.server.ts'
import { type FileStore, forgetStored } from '../../modules/files/index.server.ts'
import { BackupError, type Manifest, type Part, readArchive } from '../../platform/backup/archive.server.ts'
import {
  jobsTable,
  loadJobs,
  loadTable,
  openTables,
  prepareSession,
  readShapes,
  writeSequences,
} from '../../platform/backup/tables.server.ts'
import { onClient } from '../../platform/db/database.server.ts'
import {
  buildQueue,
  buildSchema,
  type Migration,
  migrate,
  migrationLock,
  readMigrations,
} from '../../platform/db/migrate.server.ts'
import { isPersonMark } from '../erase-person.server.ts'
import {
  type About,
  aboutName,
  erasuresFolder,
  type Facts,
  filesFolder,
  parseAbout,
  parseFacts,
  readJson,
  sequences,
  sequencesName,
} from './format.server.ts'

export type RestoreDeps = Readonly<{
  pool: pg.Pool
  /** The bare store: what a failed restore takes back was not erased. */
  store: FileStore
  /** The record of erasures of the place: read if it is there, and added to. */
  erasureLog: string
  /** Further records, from elsewhere. */
  otherErasureLogs: readonly string[]
  /** Puts the key that opens the files where the shop looks for it. */
  keepSecret: () => Promise<void>
  now: Date
}>
export type RestoreReport = Facts & {
  /** Lines of the records of erasures that are younger than the archive: what is not of files is for others to do again. */
  readonly erasedSince: readonly string[]
  /** Files that were erased after the archive was made, and are again. */
  readonly erasedAgain: number
  /** Migrations that the archive did not know. */
  readonly migrated: number
}

/** What the archive says of itself. Throws BackupError. */
export async function openBackup(file: string): Promise<About> {
  const parts = readArchive(file)
  const first = await parts.next()
  // Its checksum stands before the second.
  await parts.next()
  await parts.return(undefined as never)
  return parseAbout(file, first.done ? undefined : first.value)
}

/**
 * Brings an archive into an empty place, at the schema that it was taken from, and then up to date. Every checksum is
 * compared before anything is written; of the database all is there afterwards or nothing, and files that were brought
 * go again when it fails. Throws BackupError.
 */
export async function restoreBackup(deps: RestoreDeps, file: string): Promise<RestoreReport> {
  const about = await openBackup(file)
  const migrations = await migrationsOf(about, file)
  await refuseUnlessThere(deps.otherErasureLogs)
  const client = await deps.pool.connect()
  try {
    await prepareSession(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseUnlessEmpty(client, deps.store)
    for await (const part of readArchive(file)) void part
    await buildQueue(deps.pool)
    const told = await fill(client, deps, { file, about, migrations })
    await client.query('analyze')
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    return { ...told, migrated: (await migrate(deps.pool)).length }
  } finally {
    client.release(true)
  }
}

/** The archive's schema, as this version knows it; an older one is the beginning of ours. */
async function migrationsOf({ migrations }: About, file: string): Promise<readonly Migration[]> {
  const known = new Map((await readMigrations()).map((each) => [each.name, each]))
  return migrations.map(({ name, hash }) => {
    const own = known.get(name)
    if (!own)
      throw new BackupError(`${file} is of a later version of the shop (it knows ${name}): update the shop first.`)
    if (own.hash !== hash) throw new BackupError(`${file} is of another build of the shop: ${name} differs there.`)
    return own
  })
}

async function refuseUnlessEmpty(client: pg.ClientBase, store: FileStore): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
     order by relname limit 1`,
  )
  if (rows[0])
    throw new BackupError(
      `The database is not empty (it has ${rows[0].name}): an archive is brought into an empty place only. ` +
        'Give a new DATA_DIR or another DATABASE_URL.',
    )
  for await (const { key } of store.list())
    throw new BackupError(
      `The file store is not empty (it holds ${key}): an archive is brought into an empty place only.`,
    )
}

type Source = Readonly<{ file: string; about: About; migrations: readonly Migration[] }>

async function fill(client: pg.PoolClient, deps: RestoreDeps, source: Source) {
  try {
    await client.query('begin')
    await buildSchema(client, source.migrations)
    const shapes = await readShapes(client, ['migrations'])
    const made = new Set(shapes.map((shape) => JSON.stringify(shape)))
    if (!source.about.tables.every((shape) => made.has(JSON.stringify(shape))))
      throw new BackupError(`${source.file} is of another build of the shop: its tables differ.`)
    const close = await openTables(client, shapes)
    const erased = new Set(await erasedElsewhere(deps))
    const madeAt = new Date(source.about.made_at)
    const erasedSince = await erasedElsewhere(deps, madeAt)
    const { rows, facts } = await load(client, deps.store, source, erased)
    for (const name of new Set([...Object.keys(facts.rows), ...Object.keys(rows)]))
      if ((facts.rows[name] ?? 0) !== (rows[name] ?? 0))
        throw new BackupError(`${source.file} is damaged: ${name} has ${rows[name] ?? 0} rows of ${facts.rows[name]}.`)
    await close()
    for (const key of facts.erased_meanwhile) erased.add(key)
    // Somebody who was erased before the archive was made and came back is a customer.
    const isEarly = (key: string) => isPersonMark(key) && !erasedSince.includes(key)
    await noteAgain(deps, [...erased].filter(isEarly), new Date(madeAt.getTime() - 1))
    const late = [...erased].filter((key) => !isEarly(key))
    await noteAgain(deps, late, deps.now, madeAt)
    const erasedAgain = await forgetAll(client, deps, late)
    await deps.keepSecret()
    await client.query('commit')
    return { ...facts, erasedAgain, erasedSince }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    // What went wrong first is what is told.
    await empty(deps.store).catch(() => {})
    throw error
  }
}

async function empty(store: FileStore): Promise<void> {
  for await (const { key } of store.list()) await store.remove(key)
}

/** A record that was named must be there: without it what was erased would come back unnoticed. */
async function refuseUnlessThere(logs: readonly string[]): Promise<void> {
  for (const log of logs)
    await access(log).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${log} cannot be read (${error.code}): nothing is brought back without it.`)
    })
}

async function erasedElsewhere({ erasureLog, otherErasureLogs }: RestoreDeps, since?: Date): Promise<string[]> {
  const keys: string[] = []
  for (const log of [erasureLog, ...otherErasureLogs]) for await (const key of readErasures(log, since)) keys.push(key)
  return keys
}

const keysAtOnce = 1_000

async function forgetAll(client: pg.PoolClient, deps: RestoreDeps, keys: readonly string[]): Promise<number> {
  let again = 0
  for (let at = 0; at < keys.length; at += keysAtOnce)
    again += await forgetStored(onClient(client), deps.now, keys.slice(at, at + keysAtOnce))
  return again
}

/** What the record of the place does not have yet, or not of after `since`: whoever came back may be erased once more. */
async function noteAgain({ erasureLog }: RestoreDeps, keys: readonly string[], at: Date, since?: Date): Promise<void> {
  const noted = new Set<string>()
  for await (const key of readErasures(erasureLog, since)) noted.add(key)
  await noteErasures(
    erasureLog,
    keys.filter((key) => !noted.has(key)),
    at,
  )
}

/** Everything of the archive, part by part, into tables and store; `erased` grows by what the archive knows of. */
async function load(
  client: pg.PoolClient,
  store: FileStore,
  { file, about }: Source,
  erased: Set<string>,
): Promise<{ rows: Record<string, number>; facts: Facts }> {
  const parts = readArchive(file)
  let next: IteratorResult<Part, Manifest> = await parts.next()
  /** The parts that follow one another in a folder. */
  async function* run(folder: string): AsyncGenerator<Uint8Array> {
    while (!next.done && next.value.name.startsWith(folder)) {
      yield next.value.bytes
      next = await parts.next()
    }
  }
  const rows: Record<string, number> = {}
  const files = storeSome(store)
  const take = async (part: Part): Promise<void> => {
    const { name, bytes } = part
    if (name === sequencesName) await writeSequences(client, sequences.parse(readJson(part)))
    else if (name.startsWith(erasuresFolder))
      for (const key of Buffer.from(bytes).toString().split('\n')) erased.add(key)
    else if (name.startsWith(filesFolder)) {
      const key = name.slice(filesFolder.length)
      if (!erased.has(key)) await files.put(key, bytes)
    } else if (name !== aboutName) throw new BackupError(`${file} holds ${name}, which this version does not know.`)
  }
  try {
    while (!next.done) {
      const { name } = next.value
      const [folder, table = ''] = name.split('/')
      const shape = about.tables.find((each) => each.name === table)
      if (folder === 'database' && shape) rows[table] = await loadTable(client, shape, run(`database/${table}/`))
      else if (folder === 'queue') rows[`queue.${jobsTable}`] = await loadJobs(client, run('queue/'))
      else {
        await take(next.value)
        next = await parts.next()
      }
    }
  } finally {
    // Also when it fails: what is taken back afterwards must not be still on its way.
    await files.done()
  }
  return { rows, facts: parseFacts(next.value) }
}

/** Some at a time: each waits for a disk or a network. */
function storeSome(store: FileStore, atOnce = 8) {
  const running = new Set<Promise<void>>()
  let failure: unknown = null
  return {
    async put(key: string, bytes: Uint8Array): Promise<void> {
      if (failure) throw failure
      const one = store
        .put(key, bytes)
        .catch((error: unknown) => {
          failure ??= error
        })
        .finally(() => running.delete(one))
      running.add(one)
      if (running.size >= atOnce) await Promise.race(running)
    },
    async done(): Promise<void> {
      await Promise.all(running)
      if (failure) throw failure
    },
  }
}
