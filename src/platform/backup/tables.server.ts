/**
 * Copies tables as text from one database to another. Owns: columns, rows, sequences and queued jobs. Does not own:
 * the schema (db/migrate) and which tables are left out (the caller).
 */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Part } from './archive.server.ts'

export type TableShape = { readonly name: string; readonly columns: readonly string[] }

const partSize = 4 * 1024 * 1024
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const listOf = (names: readonly string[]): string => names.map(quoted).join(', ')
/** Queued jobs are copied through the queue's own functions: its tables are private. */
export const jobsTable = 'jobs'

/** Makes the text format of values independent of server settings, and removes the time limits. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8';
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`)
}

/** Every permanent table and its stored (not generated) columns, by name. */
export async function readShapes(client: pg.ClientBase, leftOut: readonly string[]): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [leftOut],
  )
  return rows
}

/** Yields the rows of a table in parts of about 4 MB. `counted` receives the number of rows. */
export async function* dumpTable(
  client: pg.ClientBase,
  { name, columns }: TableShape,
  counted: (rows: number) => void,
): AsyncGenerator<Part> {
  yield* dump(client, name, `select ${listOf(columns)} from ${quoted(name)}`, counted)
}

const jobColumns = ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority', 'flags', 'attempts']

/** Waiting, running and permanently failed jobs; a running job counts as waiting. */
export async function* dumpJobs(client: pg.ClientBase, counted: (rows: number) => void): AsyncGenerator<Part> {
  yield* dump(
    client,
    jobsTable,
    `select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
       case when j.flags is not null then array(select jsonb_object_keys(j.flags)) end, j.attempts
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     order by j.id`,
    counted,
    'queue',
  )
}

async function* dump(
  client: pg.ClientBase,
  name: string,
  select: string,
  counted: (rows: number) => void,
  folder = 'database',
): AsyncGenerator<Part> {
  const rows = client.query(copyTo(`copy (${select}) to stdout`))
  let [held, size, parts]: [Uint8Array[], number, number] = [[], 0, 0]
  const part = (): Part => {
    const bytes = Buffer.concat(held, size)
    held = []
    size = 0
    return { name: `${folder}/${name}/${String(++parts).padStart(6, '0')}.copy`, bytes }
  }
  for await (const piece of rows as AsyncIterable<Uint8Array>) {
    held.push(piece)
    size += piece.length
    if (size >= partSize) yield part()
  }
  if (size > 0) yield part()
  counted(rows.rowCount)
}

export type Sequences = Readonly<Record<string, string>>
/** The last value of each sequence. Sequences ignore transactions, so none is behind the rows that were read. */
export async function readSequences(client: pg.ClientBase): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
export async function writeSequences(client: pg.ClientBase, sequences: Sequences): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
}

/**
 * Empties the tables and disables triggers and foreign keys, so that rows can be loaded in any order. Runs in the open
 * transaction. The returned function restores the foreign keys, which also verifies them.
 */
export async function openTables(client: pg.ClientBase, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  if (tables.length > 0) await client.query(`truncate ${listOf(tables.map(({ name }) => name))}`)
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

export const loadTable = (client: pg.ClientBase, { name, columns }: TableShape, parts: AsyncIterable<Uint8Array>) =>
  load(client, `${quoted(name)} (${listOf(columns)})`, parts)

/** Adds the jobs with the queue's own functions and keeps their number of attempts. */
export async function loadJobs(client: pg.ClientBase, parts: AsyncIterable<Uint8Array>): Promise<number> {
  await client.query(`create temporary table restored_jobs (n bigint generated always as identity, task text,
    payload json, queue text, run_at timestamptz, max_attempts integer, key text, priority integer, flags text[],
    attempts integer) on commit drop`)
  const count = await load(client, `restored_jobs (${listOf(jobColumns)})`, parts)
  await client.query(`create temporary table added_jobs on commit drop as
    select j.id, r.attempts from (select * from restored_jobs order by n) r, lateral graphile_worker.add_job(
      r.task, r.payload, r.queue, r.run_at, r.max_attempts, r.key, r.priority, r.flags) j`)
  await client.query(`select graphile_worker.reschedule_jobs(array_agg(id), null, null, attempts)
    from added_jobs where attempts > 0 group by attempts`)
  return count
}

async function load(client: pg.ClientBase, target: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const rows = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(parts, rows)
  return rows.rowCount
}
