import type pg from 'pg'
import { sessionSettings } from './database.server.ts'
import { migrationLock } from './migrate.server.ts'

/** A pooler takes no settings from its clients: it shares its sessions between them, so they come with the role. */
export const throughPooler = (connectionString: string): pg.PoolConfig => ({ connectionString, options: undefined })

/** Marks direct sessions, which the shop never ends. */
export const directSession = { application_name: 'safar direct' }

/**
 * Whether two connections share sessions, as through a pooler in transaction mode. One that ignores the settings of a
 * session shows itself by nothing else.
 */
export async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const one = await pool.connect()
  try {
    // Not both at once: the second may be refused, and then the first must be released.
    const other = await pool.connect()
    try {
      return await seeOneSession(one, other)
    } finally {
      other.release()
    }
  } finally {
    one.release()
  }
}

async function seeOneSession(one: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const [ofOne, ofOther] = [new Set<number>(), new Set<number>()]
  for (let round = 0; round < 4; round++) {
    ofOne.add(await sessionOf(one))
    ofOther.add(await sessionOf(other))
  }
  return ofOne.size !== 1 || new Set([...ofOne, ...ofOther]).size !== 2
}

const sessionOf = async (client: pg.PoolClient): Promise<number> =>
  (await client.query<{ session: number }>('select pg_backend_pid() as session')).rows[0]?.session ?? 0

/**
 * Stores the settings of sessions with the role of `direct`, once, and ends the pooler's idle sessions that began without
 * them. Throws PoolerError when sessions of the pooler have others all the same.
 */
export async function settleSessions(direct: pg.Pool, pooled: pg.Pool): Promise<void> {
  const client = await direct.connect()
  try {
    if (await storeSettings(client)) await client.query(endOlder)
  } finally {
    client.release(true)
  }
  const names = Object.keys(sessionSettings)
  // Compared as PostgreSQL writes them: 30000 is '30s'.
  const { rows: wanted } = await direct.query<Setting>(currentSettings, [names])
  const { rows: actual } = await pooled.query<Setting>(currentSettings, [names])
  const different = wanted.filter(({ name, value }) => actual.find((each) => each.name === name)?.value !== value)
  if (different.length > 0) throw new PoolerError(different.map(({ name }) => name))
}

/** Returns whether anything changed. One node at a time: PostgreSQL refuses two changes of a role at once. */
async function storeSettings(client: pg.PoolClient): Promise<boolean> {
  const settings = Object.entries(sessionSettings)
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  const { rowCount } = await client.query(stored, [settings.map(([name, value]) => `${name}=${value}`)])
  if (rowCount === 0) {
    const { rows } = await client.query<{ db: string }>('select quote_ident(current_database()) as db')
    for (const [name, value] of settings)
      await client.query(`alter role current_user in database ${rows[0]?.db} set ${name} = '${value}'`)
  }
  await client.query('commit')
  return rowCount === 0
}

const stored = `select from pg_db_role_setting join pg_database d on d.oid = setdatabase join pg_roles r on r.oid = setrole
  where datname = current_database() and rolname = current_user and setconfig @> $1::text[]`
const endOlder = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and state = 'idle' and application_name not like 'safar %'`

type Setting = { name: string; value: string }
const currentSettings = 'select name, current_setting(name) as value from unnest($1::text[]) as name'

/** Sessions behind the pooler differ from those that the shop needs. */
export class PoolerError extends Error {
  constructor(names: readonly string[]) {
    super(
      `the pooler's sessions have another ${names.join(', ')}: use the same role in DATABASE_DIRECT_URL, then run ` +
        'RECONNECT in the pooler (or start it again)',
    )
    this.name = 'PoolerError'
  }
}
