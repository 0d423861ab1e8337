import type pg from 'pg'
import { hasKey, verifyKeys } from '../platform/crypto/key-check.server.ts'
import { createKeyring, type Keyring } from '../platform/crypto/keyring.server.ts'
import { type Env, EnvError, generatedSecretFile, secretKeyOf, storedSecretKey } from '../platform/env.server.ts'

/**
 * The keys of SECRET_KEY or of the data folder, generated at the first start. Throws EnvError when they do not open
 * this database's data, or when the stored key of an existing shop is gone.
 */
export async function openKeys(
  env: Pick<Env, 'secretKey'>,
  dataDir: string,
  pool: Pick<pg.Pool, 'query'>,
): Promise<Keyring> {
  const file = generatedSecretFile(dataDir)
  if (storedSecretKey(env, dataDir) === null && (await hasKey(pool))) {
    const message = `the key of this shop is missing: put ${file} back (a backup writes it as FILE.secret-key)`
    throw new EnvError([{ name: 'SECRET_KEY', message }])
  }
  const keys = createKeyring(await secretKeyOf(env, dataDir))
  await verifyKeys(pool, keys, env.secretKey ? 'SECRET_KEY' : file)
  return keys
}
