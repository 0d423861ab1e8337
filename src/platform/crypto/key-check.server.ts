import type pg from 'pg'
import { EnvError } from '../env.server.ts'
import type { Keyring } from './keyring.server.ts'

type Queries = Pick<pg.ClientBase, 'query'>
type KeyCheck = { fingerprint: string; check_value: Buffer; added_at: Date }
const purpose = 'key-check'

/**
 * Refuses keys that cannot open this database's data: none of them is recorded, or one that data is encrypted with is
 * missing. Reads only, so it also suits a database that is not migrated yet. Throws EnvError.
 */
export async function verifyKeys(db: Queries, keys: Keyring, source = 'SECRET_KEY'): Promise<void> {
  const recorded = await recordedKeys(db)
  const missing = recorded.filter((check) => !isHeld(keys, check))
  const isOurs = missing.length < recorded.length
  if (recorded.length > 0 && !isOurs) throw wrongKey(source, keys, recorded.map(nameOf))
  // Nothing is missing: encrypted data needs no look.
  if (isOurs && missing.length === 0) return
  const needed = (await keysInUse(db)).filter((id) => !keys.fingerprints.includes(id))
  if (needed.length > 0) throw wrongKey(source, keys, needed)
}

/** Verifies the keys and records new ones, which makes them part of the rotation. The database must be migrated. */
export async function recordKeys(pool: pg.Pool, keys: Keyring, source?: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Of two nodes that start with different keys, the second is refused.
    await client.query('lock table key_checks in share row exclusive mode')
    await verifyKeys(client, keys, source)
    for (const [index, fingerprint] of keys.fingerprints.entries())
      await client.query(
        'insert into key_checks (fingerprint, check_value) values ($1, $2) on conflict (fingerprint) do nothing',
        [fingerprint, keys.sealWith(index, purpose, Buffer.from(fingerprint))],
      )
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** True when a new key would lock out existing data. */
export async function hasKey(db: Queries): Promise<boolean> {
  return (await recordedKeys(db)).length > 0 || (await keysInUse(db)).length > 0
}

async function recordedKeys(db: Queries): Promise<KeyCheck[]> {
  const { rows } = await db.query<{ is: boolean }>(`select to_regclass('key_checks') is not null as is`)
  if (!rows[0]?.is) return []
  return (await db.query<KeyCheck>('select fingerprint, check_value, added_at from key_checks order by added_at')).rows
}

function isHeld(keys: Keyring, { fingerprint, check_value }: KeyCheck): boolean {
  try {
    return keys.open(purpose, check_value).toString() === fingerprint
  } catch {
    return false
  }
}

/** The ids of the keys that rows are encrypted with. By convention every such column is named `sealed_...`. */
async function keysInUse(db: Queries): Promise<string[]> {
  const { rows: columns } = await db.query<{ statement: string }>(
    `select format('select distinct encode(substring(%I from 1 for 4), ''hex'') as id from %I where %I is not null',
       column_name, table_name, column_name) as statement
     from information_schema.columns
     where table_schema = current_schema() and data_type = 'bytea' and column_name like 'sealed\\_%'`,
  )
  if (columns.length === 0) return []
  const { rows } = await db.query<{ id: string }>(columns.map(({ statement }) => statement).join(' union '))
  return rows.map(({ id }) => id)
}

const nameOf = ({ fingerprint, added_at }: KeyCheck): string =>
  `${fingerprint} (in use since ${added_at.toISOString().slice(0, 10)})`

function wrongKey(source: string, keys: Keyring, needed: readonly string[]): EnvError {
  const message =
    `this key does not open the shop's data. Files and passwords are encrypted with the key ${needed.join(', ')}; ` +
    `the given key is ${keys.fingerprints.join(', ')}. Start with the original key. To change keys, put the new one ` +
    'first and keep the old ones: SECRET_KEY=new,old'
  return new EnvError([{ name: source, message }])
}
