import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readArchive } from '../../src/platform/backup/archive.server.ts'
import { openDatabase } from '../../src/platform/db/database.server.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.server.ts'
import { createLog } from '../../src/platform/log.server.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/index.server.ts'
import { runCommand } from '../process/command.ts'
import { startShop } from '../process/shop.ts'
import { ask } from '../process/visitors.ts'
import {
  becomes,
  copyOf,
  differences,
  digestOf,
  discard,
  emptied,
  filesIn,
  killed,
  killedAfter,
  makeFolder,
  type Plan,
  query,
  queryStopped,
  schemaOf,
  serverArgs,
} from './folders.ts'

const command = (file: string, args: readonly string[], dir: string) =>
  runCommand(`src/app/${file}.ts`, args, { DATA_DIR: dir })

/** Kills first starts, while they create the database, migrate and seed. The next start must complete them. */
export async function killFirstStarts({ rounds, next, report }: Plan): Promise<void> {
  const whole = makeFolder()
  const started = performance.now()
  const items = await itemsAfterStart(whole)
  const duration = performance.now() - started
  discard(whole)
  for (let round = 0; round < rounds; round++) {
    const dir = makeFolder()
    const { after, wasKilled } = await killedAfter(duration * next(), (after) => {
      emptied(dir)
      return killed(serverArgs, { DATA_DIR: dir, SEED: 'test', PORT: '0' }, () => wait(after))
    })
    const before = performance.now()
    const actual = await itemsAfterStart(dir).catch((error: Error) => error.message)
    const faults = actual === items ? [] : [`first start: ${actual} instead of ${items}`]
    const what = `after ${Math.round(after)} ms; found the tours of the world`
    report({ command: 'first start', what, kills: Number(wasKilled), recovery: performance.now() - before, faults })
    discard(dir)
  }
}

/** The tours on sale, as text. */
async function itemsAfterStart(dir: string): Promise<string> {
  const shop = startShop({ DATA_DIR: dir })
  const { items } = (await ask(await shop.listening, '/api/services/tour')).json as { items: { slug: string }[] }
  shop.signal('SIGTERM')
  await shop.ended
  return items
    .map(({ slug }) => slug)
    .sort()
    .join(' ')
}

/** The data folder of the first version of the shop: nearly every migration is still to run. */
async function makeOldFolder(): Promise<string> {
  const dir = makeFolder()
  const server = await startEmbeddedPostgres({ dataDir: dir })
  const { pool, close } = openDatabase({ ...server.connectionOptions() }, createLog('silent'))
  await migrate(pool, (await readMigrations()).slice(0, 1))
  await close()
  await server.stop()
  rmSync(path.join(dir, 'reserved-space'), { force: true })
  return dir
}

/** Kills migrations from the first version to this one. The next start must run the rest and give the same schema. */
export async function killMigrations({ rounds, next, report }: Plan): Promise<void> {
  const old = await makeOldFolder()
  const all = (await readMigrations()).length
  const whole = copyOf(old)
  await command('database', ['migrate'], whole)
  const wanted = await queryStopped(whole, schemaOf)
  discard(whole)
  for (let round = 0; round < rounds; round++) {
    const dir = copyOf(old)
    const least = 1 + Math.floor(next() * (all - 1))
    let ran = 0
    const isDue = async (): Promise<boolean> => {
      ran = await migrationsRun(dir).catch(() => 0)
      return ran >= least
    }
    const wasKilled = await killed(['src/app/database.ts', 'migrate'], { DATA_DIR: dir }, (isOver) =>
      becomes(isDue, isOver),
    )
    const before = performance.now()
    const again = await command('database', ['migrate'], dir)
    const recovery = performance.now() - before
    const faults = [
      ...(again.code === 0 ? [] : [again.errors]),
      ...differences(wanted, await queryStopped(dir, schemaOf)),
    ]
    const what = `after ${ran} of ${all}; found the schema of an uninterrupted one`
    report({ command: 'migration', what, kills: Number(wasKilled), recovery, faults })
    discard(dir)
  }
  discard(old)
}

const migrationsRun = (dir: string): Promise<number> =>
  query(dir, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from migrations')
    return rows[0]?.n ?? 0
  })

/** Kills backups of a running shop. The next one must be whole; returns the last. The caller discards its folder. */
export async function killBackups({ rounds, next, report }: Plan, dir: string): Promise<string> {
  const archive = path.join(makeFolder(), 'shop.tar.gz')
  const started = performance.now()
  await command('backup', [archive], dir)
  const duration = performance.now() - started
  for (let round = 0; round < rounds; round++) {
    // Half of the kills come while the archive is written, which takes the smaller part of the time.
    const isLate = round % 2 === 1
    const { after, wasKilled } = await killedAfter((isLate ? 200 : duration) * next(), (after) => {
      rmSync(archive, { force: true })
      return killed(['src/app/backup.ts', archive], { DATA_DIR: dir }, async (isOver) => {
        if (isLate) await becomes(() => existsSync(`${archive}.part`), isOver)
        await wait(after)
      })
    })
    const faults = existsSync(archive) ? await damagesOf(archive) : []
    rmSync(archive, { force: true })
    // The next backup takes over what the killed one left.
    const before = performance.now()
    const again = await command('backup', [archive], dir)
    const recovery = performance.now() - before
    if (again.code !== 0) faults.push(`backup: ${again.errors}`)
    else faults.push(...(await damagesOf(archive)), ...leftoversOf(archive))
    const what = `${Math.round(after)} ms after ${isLate ? 'its first byte' : 'its start'}; found the next one whole`
    report({ command: 'backup', what, kills: Number(wasKilled), recovery, faults })
  }
  return archive
}

const leftoversOf = (archive: string): string[] =>
  [`${archive}.part`, `${archive}.part.lock`].filter((file) => existsSync(file)).map((file) => `${file} was left`)

async function damagesOf(archive: string): Promise<string[]> {
  try {
    for await (const part of readArchive(archive)) void part
    return []
  } catch (error) {
    return [`${archive}: ${(error as Error).message}`]
  }
}

/** Kills restores. The place must then be empty, whole, or refused by the shop; the same restore must complete it. */
export async function killRestores({ rounds, next, report }: Plan, archive: string): Promise<void> {
  const whole = makeFolder()
  const started = performance.now()
  const done = await command('restore', [archive], whole)
  if (done.code !== 0) throw new Error(done.errors)
  const duration = performance.now() - started
  const wanted = await contentsOf(whole)
  discard(whole)
  for (let round = 0; round < rounds; round++) {
    const dir = makeFolder()
    // Half of the kills come while rows and files are written.
    const isLate = round % 2 === 1
    const { after, wasKilled } = await killedAfter((isLate ? 600 : duration) * next(), (after) => {
      emptied(dir)
      return killed(['src/app/restore.ts', archive], { DATA_DIR: dir }, async (isOver) => {
        if (isLate) await becomes(() => existsSync(path.join(dir, 'restore-unfinished')), isOver)
        await wait(after)
      })
    })
    const { state, faults } = await stateOf(dir, wanted)
    const before = performance.now()
    if (state !== 'whole') {
      const again = await command('restore', [archive], dir)
      if (again.code !== 0) faults.push(`restore: ${again.errors}`)
      faults.push(...differences(wanted, await contentsOf(dir)))
    }
    const recovery = performance.now() - before
    const what = `${Math.round(after)} ms after ${isLate ? 'its first row' : 'its start'}; found it ${state}, then whole`
    report({ command: 'restore', what, kills: Number(wasKilled), recovery, faults })
    discard(dir)
  }
}

/** What a killed restore left. An unfinished place must be refused by the shop. */
async function stateOf(dir: string, wanted: readonly string[]): Promise<{ state: string; faults: string[] }> {
  if (existsSync(path.join(dir, 'restore-unfinished'))) {
    const shop = startShop({ DATA_DIR: dir })
    const code = await Promise.race([shop.ended, shop.listening.then(() => 0)])
    const isRefused = code === 1 && shop.output().includes('restore into this place was interrupted')
    if (code === 0) {
      shop.signal('SIGTERM')
      await shop.ended
    }
    return { state: 'refused', faults: isRefused ? [] : [`an unfinished restore was not refused: ${shop.output()}`] }
  }
  if (!existsSync(path.join(dir, 'postgres'))) return { state: 'empty', faults: [] }
  const contents = await contentsOf(dir)
  if (contents.length === 0) return { state: 'empty', faults: [] }
  return { state: 'whole', faults: differences(wanted, contents) }
}

/** A line for each table and each stored file, with digests. The sweep removes what a killed process left half written. */
async function contentsOf(dir: string): Promise<string[]> {
  const tables = await queryStopped(dir, digestOf)
  const store = path.join(dir, 'files')
  if (!existsSync(store)) return tables
  const sumOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(store, file)))
      .digest('hex')
  const stored = filesIn(store).filter((file) => !path.basename(file).startsWith('.part-'))
  return [...tables, ...stored.map((file) => `${file} ${sumOf(file)}`)]
}
