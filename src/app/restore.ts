/** npm run restore -- FILE [--secret FILE] [--erasures FILE]: an archive of npm run backup into an empty place. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createKeyring } from '../platform/crypto/keyring.server.ts'
import { openDatabase } from '../platform/db/database.server.ts'
import { secretKeyOf } from '../platform/env.server.ts'
import { resolveDataDir } from '../platform/postgres/index.server.ts'
import { openBackup, type RestoreReport, restoreBackup } from './backup/read-backup.server.ts'
import { findSecret } from './backup/secret.server.ts'
import { erasePeopleAgain } from './erase-person.server.ts'
import { asUnusable, erasureLogOf, openServer, openStore } from './open-server.server.ts'
import { begin, endWith } from './started.server.ts'

const usage = `Usage: npm run restore -- FILE [--secret FILE] [--erasures FILE]...
  --secret    the file with the key that the archive was made under (else SECRET_KEY, or the file beside the archive)
  --erasures  erasures.log of a data folder: what was erased after the archive was made is erased again
`

type Wanted = { file: string; secret: string | null; erasures: string[] }
function readArguments(args: readonly string[]): Wanted | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { secret: { type: 'string' }, erasures: { type: 'string', multiple: true, default: [] } },
    })
    const [file, ...more] = positionals
    return file && more.length === 0 ? { file, secret: values.secret ?? null, erasures: values.erasures } : null
  } catch {
    return null
  }
}

function tell(file: string, report: RestoreReport, people: number): string {
  const { rows, files, missing, erasedAgain, migrated } = report
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0)
  return [
    `${file} is in: ${Object.keys(rows).length} tables, ${all} rows, ${files} files. Every checksum was right.`,
    ...missing.map((key) => `Was missing when the archive was made: ${key}`),
    ...(migrated > 0 ? [`It was brought up to date by ${migrated} migrations.`] : []),
    ...(erasedAgain > 0 ? [`${erasedAgain} files that were erased after it was made are erased again.`] : []),
    ...(people > 0 ? [`${people} people who were erased after it was made are erased again.`] : []),
    'Next: npm run ledger (proves the money), npm start. Everybody signs in anew. What happened after the archive was',
    'made is not in it: erase again what was erased since, files and people, unless its erasures.log was given.',
    '',
  ].join('\n')
}

const wanted = readArguments(process.argv.slice(2))
if (!wanted) {
  process.stderr.write(usage)
  process.exit(2)
}
const { env, log } = begin()
try {
  const { key_fingerprints: fingerprints } = await openBackup(wanted.file)
  const place = env.databaseUrl === null ? resolveDataDir(env.dataDir) : path.resolve(env.dataDir)
  const secret = await findSecret(env, place, wanted.file, { given: wanted.secret, fingerprints })
  const server = await openServer(env, log, false)
  const { db, pool, close } = openDatabase(server.connection, log)
  try {
    const { dataDir } = server
    const store = await openStore(env, dataDir)
    const erasureLog = erasureLogOf(dataDir)
    const deps = {
      pool,
      store,
      erasureLog,
      otherErasureLogs: wanted.erasures,
      keepSecret: secret.keep,
      now: new Date(),
    }
    const report = await restoreBackup(deps, wanted.file)
    const keys = createKeyring(await secretKeyOf(env, place))
    const shop = { ...{ db, pool, log, keys, store }, clock: () => new Date(), baseUrl: '', adminEmail: env.adminEmail }
    const people = await erasePeopleAgain(shop, report.erasedSince)
    process.stdout.write(tell(wanted.file, report, people))
  } finally {
    await close()
    await server.stop()
  }
} catch (error) {
  endWith(asUnusable(env, error))
}
