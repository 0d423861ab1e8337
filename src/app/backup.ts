/** npm run backup -- FILE [--replace]: writes database and files to one archive, while the shop runs. */
import { parseArgs } from 'node:util'
import { resolveDataDir } from '../platform/postgres/index.server.ts'
import { contentsOf, withPlace } from './backup/place.server.ts'
import { keepSecretBeside, refuseWithoutShop } from './backup/secret.server.ts'
import { type BackupReport, writeBackup } from './backup/write-backup.server.ts'
import { runCommand } from './command.server.ts'
import { openKeys } from './open-keys.server.ts'

type Wanted = { file: string; replace: boolean }
function readArguments(args: string[]): Wanted | null {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  return file && more.length === 0 ? { file, replace: values.replace } : null
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const linesOf = (file: string, report: BackupReport, secretFile: string | null): string[] => [
  `${file}: ${contentsOf(report)}, ${megabytes(report.size)}.`,
  ...report.missing.map((key) => `Missing in the file store, so not in the archive: ${key}`),
  secretFile
    ? `The key that opens its files and secrets is beside it: ${secretFile}. Keep both, and keep them apart.`
    : 'It is sealed under SECRET_KEY, which is not in it: keep that too, and keep them apart.',
  'Not in it: sign-ins and links for one use (everybody signs in anew) and captured mail.',
]

await runCommand<Wanted>({
  usage: ['Usage: npm run backup -- FILE [--replace]'],
  read: readArguments,
  run: async (options, started) => {
    const { env } = started
    await refuseWithoutShop(env, env.databaseUrl === null ? resolveDataDir(env.dataDir) : env.dataDir)
    return withPlace(started, true, async ({ dataDir, ...place }) => {
      const keys = await openKeys(env, dataDir, place.pool)
      const report = await writeBackup({ ...place, keys, now: new Date() }, options.file, options)
      const secretFile = await keepSecretBeside(env, dataDir, options.file)
      return { lines: linesOf(options.file, report, secretFile), isWell: report.missing.length === 0 }
    })
  },
})
