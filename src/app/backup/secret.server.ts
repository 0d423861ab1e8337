import { chmod, copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from '../../platform/backup/archive.server.ts'
import { createKeyring } from '../../platform/crypto/keyring.server.ts'
import { type Env, generatedSecretFile, keepSecretKey, secretKeyOf } from '../../platform/env.server.ts'

const besideOf = (archive: string): string => `${path.resolve(archive)}.secret-key`

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new BackupError(`${file} cannot be read (${error.code}).`)
  })
}

/** Without a shop, neither a key nor a database is created. Throws BackupError. */
export async function refuseWithoutShop(env: Pick<Env, 'secretKey'>, dataDir: string): Promise<void> {
  if (env.secretKey === null && (await readIfThere(generatedSecretFile(dataDir))) === null)
    throw new BackupError(`There is no shop in ${dataDir}: nothing to back up. DATA_DIR says where it is.`)
}

/**
 * Copies a generated key into a file beside the archive, never into it. Returns the file's name, or null when
 * SECRET_KEY is set and so known to the operator.
 */
export async function keepSecretBeside(
  env: Pick<Env, 'secretKey'>,
  dataDir: string,
  archive: string,
): Promise<string | null> {
  if (env.secretKey) return null
  const [from, to] = [generatedSecretFile(dataDir), besideOf(archive)]
  const [own, there] = [await readIfThere(from), await readIfThere(to)]
  if (there === own) return to
  if (there !== null) throw new BackupError(`${to} is there already and holds another key: move it away first.`)
  await copyFile(from, to)
  await chmod(to, 0o600)
  return to
}

/**
 * The key of the archive: SECRET_KEY, the one in the data folder, the named file, or the one beside the archive.
 * `keep` stores a key from a file in the data folder. Throws BackupError when there is none or it does not fit.
 */
export async function findSecret(
  env: Pick<Env, 'secretKey'>,
  dataDir: string,
  archive: string,
  { named, fingerprints }: { named: string | null; fingerprints: readonly string[] },
): Promise<{ keep: () => Promise<void> }> {
  const own = generatedSecretFile(dataDir)
  const isOwn = env.secretKey !== null || (await readIfThere(own)) !== null
  const from = named ?? besideOf(archive)
  const secret = isOwn ? await secretKeyOf(env, dataDir) : ((await readIfThere(from)) ?? '').trim()
  if (secret === '')
    throw new BackupError(
      `${archive} was made under a key that is not in it. Set SECRET_KEY, or name its file with --secret FILE ` +
        `(a backup writes it beside the archive, as ${besideOf(archive)}).`,
    )
  const source = env.secretKey !== null ? 'SECRET_KEY' : isOwn ? own : from
  refuseUnlessFitting(secret, source, archive, fingerprints)
  return {
    keep: async () => {
      if (isOwn) return
      await keepSecretKey(dataDir, secret)
    },
  }
}

function refuseUnlessFitting(secret: string, source: string, archive: string, fingerprints: readonly string[]): void {
  const isKey = secret.split(',').every((part) => part.trim().length >= 32)
  const held = isKey ? createKeyring(secret).fingerprints : []
  if (fingerprints.every((each) => held.includes(each))) return
  throw new BackupError(
    `${source} is not the key that ${archive} was made under: its files and secrets could not be read with it.`,
  )
}
