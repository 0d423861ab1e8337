import { access } from 'node:fs/promises'
import path from 'node:path'
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
import { markFinished, markUnfinished, readUnfinished } from './unfinished.server.ts'

export type RestoreDeps = Readonly<{
  pool: pg.Pool
  /** The store without the erasure log: undoing a failed restore is not an erasure. */
  store: FileStore
  /** The shop's record of erasures: read if it exists, and extended. */
  erasureLog: string
  /** Additional records from elsewhere. */
  otherErasureLogs: readonly string[]
  /** Stores the key that opens the files. */
  keepSecret: () => Promise<void>
  now: Date
}>
export type RestoreReport = Facts & {
  /** Entries of the records of erasures that are younger than the archive. The caller repeats those about people. */
  readonly erasedSince: readonly string[]
  /** Files that were erased again because they were erased after the archive was made. */
  readonly erasedAgain: number
  /** Migrations that are newer than the archive. */
  readonly migrated: number
}

/** The description at the beginning of an archive. Throws BackupError. */
export async function openBackup(file: string): Promise<About> {
  const parts = readArchive(file)
  const first = await parts.next()
  // Its checksum precedes the second part.
  await parts.next()
  await parts.return(undefined as never)
  return parseAbout(file, first.done ? undefined : first.value)
}

/**
 * Restores an archive into an empty shop at the archive's schema, and then migrates it. Verifies every checksum before
 * writing. The database is restored completely or not at all, and restored files are deleted when it fails. A restore
 * that was killed is repeated or completed; the caller ends it with markFinished. Throws BackupError.
 */
export async function restoreBackup(deps: RestoreDeps, file: string): Promise<RestoreReport> {
  const about = await openBackup(file)
  const migrations = await migrationsOf(about, file)
  await refuseUnlessThere(deps.otherErasureLogs)
  const client = await deps.pool.connect()
  try {
    await prepareSession(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const place = path.dirname(deps.erasureLog)
    const isUnfinished = (await readUnfinished(place)) === about.made_at
    const isFilled = isUnfinished && (await firstTable(client)) !== null
    if (!isFilled) {
      // Left by an interrupted restore; the database shows that they were never used.
      if (isUnfinished) await empty(deps.store)
      await refuseUnlessEmpty(client, deps.store)
      for await (const part of readArchive(file)) void part
      await buildQueue(deps.pool)
      await markUnfinished(place, about.made_at)
    }
    const report = isFilled ? await resume(deps, about) : await fill(client, deps, { file, about, migrations })
    await client.query('analyze')
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    return { ...report, migrated: (await migrate(deps.pool)).length }
  } finally {
    client.release(true)
  }
}

/** The archive's migrations must be the beginning of ours. */
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

async function firstTable(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
     order by relname limit 1`,
  )
  return rows[0]?.name ?? null
}

/** An interrupted restore whose rows and files are complete: what remains is done by the caller. */
async function resume(deps: RestoreDeps, { made_at }: About): ReturnType<typeof fill> {
  const erasedSince = await erasedElsewhere(deps, new Date(made_at))
  return { rows: {}, files: 0, missing: [], erased_meanwhile: [], erasedAgain: 0, erasedSince }
}

async function refuseUnlessEmpty(client: pg.ClientBase, store: FileStore): Promise<void> {
  const table = await firstTable(client)
  if (table !== null)
    throw new BackupError(
      `The database is not empty (it has ${table}): an archive is brought into an empty place only. ` +
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
    // A person who was erased before the archive was made and came back is a customer.
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
    // The first error is the one to report.
    await empty(deps.store)
      .then(() => markFinished(path.dirname(deps.erasureLog)))
      .catch(() => {})
    throw error
  }
}

async function empty(store: FileStore): Promise<void> {
  for await (const { key } of store.list()) await store.remove(key)
}

/** A named record must exist: without it, erased data would come back unnoticed. */
/** Throws BackupError, before anything has changed. */
export async function refuseUnlessThere(logs: readonly string[]): Promise<void> {
  for (const log of logs)
    await access(log).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${log} cannot be read (${error.code}): nothing is brought back without it.`)
    })
}

async function erasedElsewhere({ erasureLog, otherErasureLogs }: RecordDeps, since?: Date): Promise<string[]> {
  const keys: string[] = []
  for (const log of [erasureLog, ...otherErasureLogs]) for await (const key of readErasures(log, since)) keys.push(key)
  return keys
}

type RecordDeps = Pick<RestoreDeps, 'pool' | 'erasureLog' | 'otherErasureLogs' | 'now'>

/** After a recovery: erases files again that were erased after that time. The caller repeats the entries about people. */
export async function eraseFilesAgain(
  deps: RecordDeps,
  since: Date,
): Promise<Pick<RestoreReport, 'erasedSince' | 'erasedAgain'>> {
  const erasedSince = [...new Set(await erasedElsewhere(deps, since))]
  await noteAgain(deps, erasedSince, deps.now, since)
  const client = await deps.pool.connect()
  try {
    return { erasedSince, erasedAgain: await forgetAll(client, deps, erasedSince) }
  } finally {
    client.release()
  }
}

const keysAtOnce = 1_000

async function forgetAll(
  client: pg.PoolClient,
  deps: Pick<RestoreDeps, 'now'>,
  keys: readonly string[],
): Promise<number> {
  let again = 0
  for (let at = 0; at < keys.length; at += keysAtOnce)
    again += await forgetStored(onClient(client), deps.now, keys.slice(at, at + keysAtOnce))
  return again
}

/**
 * The entries that the shop's record lacks. People who came back may be erased again, so entries before `since` do not
 * count.
 */
async function noteAgain(
  { erasureLog }: Pick<RestoreDeps, 'erasureLog'>,
  keys: readonly string[],
  at: Date,
  since?: Date,
): Promise<void> {
  const noted = new Set<string>()
  for await (const key of readErasures(erasureLog, since)) noted.add(key)
  await noteErasures(
    erasureLog,
    keys.filter((key) => !noted.has(key)),
    at,
  )
}

/** Loads all parts into tables and store. Adds to `erased` the keys that the archive lists as erased. */
async function load(
  client: pg.PoolClient,
  store: FileStore,
  { file, about }: Source,
  erased: Set<string>,
): Promise<{ rows: Record<string, number>; facts: Facts }> {
  const parts = readArchive(file)
  let next: IteratorResult<Part, Manifest> = await parts.next()
  /** The following parts of one folder. */
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
    // Also on failure: the undo must not race with running uploads.
    await files.done()
  }
  return { rows, facts: parseFacts(next.value) }
}

/** Several at a time, because each waits for a disk or a network. */
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
