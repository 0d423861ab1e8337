/** npm run recover -- TIME: brings the embedded database back to a time, from the archive in RECOVERY_DIR. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { recordKeys } from '../platform/crypto/key-check.server.ts'
import { createKeyring } from '../platform/crypto/keyring.server.ts'
import { onlyPrimary } from '../platform/db/reads.server.ts'
import { type Env, EnvError, keepSecretKey, secretKeyOf, storedSecretKey } from '../platform/env.server.ts'
import { type Recovered, recoverDatabase, resolveDataDir } from '../platform/postgres/index.server.ts'
import { withPlace } from './backup/place.server.ts'
import { eraseFilesAgain, refuseUnlessThere } from './backup/read-backup.server.ts'
import { markFinished, markUnfinished } from './backup/unfinished.server.ts'
import { runCommand, type Started } from './command.server.ts'
import { erasePeopleAgain } from './erase-person.server.ts'

const usage = [
  'Usage: npm run recover -- TIME [--erasures FILE]...',
  '       npm run recover -- --end [--erasures FILE]...',
  '  TIME        with its time zone: 2027-01-15T10:15:00+04:00 or 2027-01-15T06:15:00Z',
  '  --end       everything that is in the archive',
  '  --erasures  erasures.log of a data folder: what was erased after TIME is erased again',
  'RECOVERY_DIR says where the archive is, DATA_DIR where the shop is, which must not be running.',
]

type Wanted = { target: Date | null; erasures: string[] }
const timeShape = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

function readArguments(args: string[]): Wanted | null {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      end: { type: 'boolean', default: false },
      erasures: { type: 'string', multiple: true, default: [] },
    },
  })
  const [time, ...more] = positionals
  if (more.length > 0 || (time === undefined) !== values.end) return null
  if (time === undefined) return { target: null, erasures: values.erasures }
  const target = new Date(time.replace(' ', 'T'))
  return timeShape.test(time) && !Number.isNaN(target.getTime()) ? { target, erasures: values.erasures } : null
}

function recoveryOf(env: Env): NonNullable<Env['recovery']> {
  if (env.recovery) return env.recovery
  throw new EnvError([{ name: 'RECOVERY_DIR', message: 'needed: the folder with the archive' }])
}

/** The key that opens the archived data: known, or the copy beside the archive. */
async function findKey(env: Env, dataDir: string, folder: string): Promise<void> {
  if (storedSecretKey(env, dataDir) !== null) return
  const copy = path.join(folder, 'secret-key')
  if (!existsSync(copy))
    throw new EnvError([{ name: 'SECRET_KEY', message: `needed: there is none in ${dataDir} and ${folder}` }])
  await keepSecretKey(dataDir, readFileSync(copy, 'utf8').trim())
}

async function recover({ target, erasures }: Wanted, started: Started): Promise<{ lines: string[]; isWell: boolean }> {
  const { env, log } = started
  const { folder } = recoveryOf(env)
  const dataDir = resolveDataDir(env.dataDir)
  await refuseUnlessThere(erasures)
  await findKey(env, dataDir, folder)
  const recovered = await recoverDatabase({
    ...{ dataDir, folder, target, log: (line) => log.info(line) },
    onBegin: () => markUnfinished(dataDir, (target ?? new Date()).toISOString()),
    onUndone: () => markFinished(dataDir),
  })
  // Without an archive: the shop that starts here takes it over.
  const aside = { env: { ...env, recovery: null }, log }
  return withPlace(aside, false, async ({ db, pool, store, erasureLog }) => {
    const keys = createKeyring(await secretKeyOf(env, dataDir))
    await recordKeys(pool, keys)
    const since = recovered.until ?? recovered.from
    const deps = {
      pool,
      erasureLog,
      otherErasureLogs: [path.join(folder, 'erasures.log'), ...erasures],
      now: new Date(),
    }
    const { erasedSince, erasedAgain } = await eraseFilesAgain(deps, since)
    const core = { db, pool, directPool: pool, reads: onlyPrimary(db), log, keys, clock: () => new Date(), baseUrl: '' }
    const { people, failed } = await erasePeopleAgain({ ...core, store, adminEmail: env.adminEmail }, erasedSince)
    await markFinished(dataDir)
    return { lines: linesOf(recovered, { files: erasedAgain, people, failed }), isWell: failed.length === 0 }
  })
}

type Again = { readonly files: number; readonly people: number; readonly failed: readonly string[] }
const linesOf = ({ from, until, replaced }: Recovered, { files, people, failed }: Again): string[] => [
  `The database is as it was at ${(until ?? from).toISOString()}, the time of its last change.`,
  ...(replaced ? [`As it was before the recovery, it is in ${replaced}: delete that when all is well.`] : []),
  ...(files > 0 ? [`${files} files that were erased later are erased again.`] : []),
  ...(people > 0 ? [`${people} people who were erased later are erased again.`] : []),
  ...failed.map((email) => `Was erased later, and could not be erased again: ${email} (Personal Data)`),
  'Next: npm run ledger (proves the money), npm start. Uploaded files are not in the archive: those that nobody has answer 410.',
]

await runCommand<Wanted>({ usage, read: readArguments, run: recover })
