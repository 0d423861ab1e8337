/** npm run backup -- FILE [--replace]: database and files in one archive, while the shop runs. */
import { parseArgs } from 'node:util'
import { createKeyring } from '../platform/crypto/keyring.server.ts'
import { openDatabase } from '../platform/db/database.server.ts'
import { secretKeyOf } from '../platform/env.server.ts'
import { resolveDataDir } from '../platform/postgres/index.server.ts'
import { keepSecretBeside, refuseWithoutShop } from './backup/secret.server.ts'
import { type BackupReport, writeBackup } from './backup/write-backup.server.ts'
import { asUnusable, erasureLogOf, openServer, openStore } from './open-server.server.ts'
import { begin, endWith } from './started.server.ts'

const usage = 'Usage: npm run backup -- FILE [--replace]\n'

function readArguments(args: readonly string[]): { file: string; replace: boolean } | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    return file && more.length === 0 ? { file, replace: values.replace } : null
  } catch {
    return null
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

function tell(file: string, { rows, files, missing, size }: BackupReport, secretFile: string | null): string {
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0)
  return [
    `${file}: ${Object.keys(rows).length} tables, ${all} rows, ${files} files, ${megabytes(size)}.`,
    ...missing.map((key) => `Missing in the file store, so not in the archive: ${key}`),
    secretFile
      ? `The key that opens its files and secrets is beside it: ${secretFile}. Keep both, and keep them apart.`
      : 'It is sealed under SECRET_KEY, which is not in it: keep that too, and keep them apart.',
    'Not in it: sign-ins and links for one use (everybody signs in anew) and captured mail.',
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
  await refuseWithoutShop(env, env.databaseUrl === null ? resolveDataDir(env.dataDir) : env.dataDir)
  const server = await openServer(env, log, true)
  const { db, pool, close } = openDatabase(server.connection, log)
  try {
    const { dataDir } = server
    const keys = createKeyring(await secretKeyOf(env, dataDir))
    const store = await openStore(env, dataDir)
    const deps = { db, pool, store, keys, erasureLog: erasureLogOf(dataDir), now: new Date() }
    const report = await writeBackup(deps, wanted.file, wanted)
    const secretFile = await keepSecretBeside(env, dataDir, wanted.file)
    process.stdout.write(tell(wanted.file, report, secretFile))
    process.exitCode = report.missing.length > 0 ? 1 : 0
  } finally {
    await close()
    await server.stop()
  }
} catch (error) {
  endWith(asUnusable(env, error))
}
