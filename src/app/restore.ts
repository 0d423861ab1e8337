/** npm run restore -- FILE [--secret FILE] [--erasures FILE]: restores an archive into an empty shop. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { recordKeys } from '../platform/crypto/key-check.server.ts'
import { createKeyring } from '../platform/crypto/keyring.server.ts'
import { onlyPrimary } from '../platform/db/reads.server.ts'
import { secretKeyOf } from '../platform/env.server.ts'
import { resolveDataDir } from '../platform/postgres/index.server.ts'
import { contentsOf, withPlace } from './backup/place.server.ts'
import { openBackup, type RestoreReport, restoreBackup } from './backup/read-backup.server.ts'
import { findSecret } from './backup/secret.server.ts'
import { markFinished } from './backup/unfinished.server.ts'
import { runCommand } from './command.server.ts'
import { type ErasedAgain, erasePeopleAgain } from './erase-person.server.ts'

const usage = [
  'Usage: npm run restore -- FILE [--secret FILE] [--erasures FILE]...',
  '  --secret    the file with the key that the archive was made under (else SECRET_KEY, or the file beside the archive)',
  '  --erasures  erasures.log of a data folder: what was erased after the archive was made is erased again',
]

type Wanted = { file: string; secret: string | null; erasures: string[] }
function readArguments(args: string[]): Wanted | null {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { secret: { type: 'string' }, erasures: { type: 'string', multiple: true, default: [] } },
  })
  const [file, ...more] = positionals
  return file && more.length === 0 ? { file, secret: values.secret ?? null, erasures: values.erasures } : null
}

const linesOf = (file: string, report: RestoreReport, { people, failed }: ErasedAgain): string[] => [
  Object.keys(report.rows).length === 0
    ? `${file} was in already: an interrupted restore is complete now.`
    : `${file} is in: ${contentsOf(report)}. Every checksum was right.`,
  ...report.missing.map((key) => `Was missing when the archive was made: ${key}`),
  ...(report.migrated > 0 ? [`It was brought up to date by ${report.migrated} migrations.`] : []),
  ...(report.erasedAgain > 0
    ? [`${report.erasedAgain} files that were erased after it was made are erased again.`]
    : []),
  ...(people > 0 ? [`${people} people who were erased after it was made are erased again.`] : []),
  ...failed.map((email) => `Was erased after it was made, and could not be erased again: ${email} (Personal Data)`),
  'Next: npm run ledger (proves the money), npm start. Everybody signs in anew. What happened after the archive was',
  'made is not in it: erase again what was erased since, files and people, unless its erasures.log was given.',
]

await runCommand<Wanted>({
  usage,
  read: readArguments,
  run: async (wanted, started) => {
    const { env, log } = started
    const { key_fingerprints: fingerprints } = await openBackup(wanted.file)
    const place = env.databaseUrl === null ? resolveDataDir(env.dataDir) : path.resolve(env.dataDir)
    const secret = await findSecret(env, place, wanted.file, { named: wanted.secret, fingerprints })
    return withPlace(started, false, async ({ db, pool, store, erasureLog }) => {
      const options = { otherErasureLogs: wanted.erasures, keepSecret: secret.keep, now: new Date() }
      const report = await restoreBackup({ pool, store, erasureLog, ...options }, wanted.file)
      const keys = createKeyring(await secretKeyOf(env, place))
      await recordKeys(pool, keys)
      const shop = {
        db,
        pool,
        directPool: pool,
        reads: onlyPrimary(db),
        log,
        keys,
        store,
        clock: () => new Date(),
        baseUrl: '',
        adminEmail: env.adminEmail,
      }
      const again = await erasePeopleAgain(shop, report.erasedSince)
      await markFinished(path.dirname(erasureLog))
      return { lines: linesOf(wanted.file, report, again), isWell: again.failed.length === 0 }
    })
  },
})
