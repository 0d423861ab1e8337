/**
 * Computes the digests that items lack: those stored by an earlier version of the shop, those whose kind has other fields
 * since, and those changed by hand.
 */
import { sql } from 'kysely'
import { jsonOf } from '../../../kernel/json.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Jobs, Schedule } from '../../../platform/jobs/worker.server.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { type CatalogueDeps, getKind, type ServiceRow, serviceColumns, viewService } from '../views.server.ts'
import { fieldsMark, textDigests } from './digests.server.ts'
import '../tables.server.ts'

const task = 'digest-texts'
export const digestSchedule: Schedule = [{ task, cron: '* * * * *' }]
export const digestJobs = (deps: CatalogueDeps): Jobs => ({ [task]: () => digestTexts(deps) })

/** Items that are read and stored together; each batch is a transaction, so a restart continues after the last one. */
const batchSize = 100

/** One statement if nothing is to be done, and two for each hundred items. */
export async function digestTexts(deps: CatalogueDeps): Promise<void> {
  while ((await deps.db.transaction().execute((trx) => digestBatch(trx, deps))) === batchSize);
}

async function digestBatch(trx: Trx, deps: CatalogueDeps): Promise<number> {
  const { rows } = await sql<ServiceRow>`select ${sql.raw(serviceColumns.join(', '))} from services
    where id in (${sql.join(deps.kinds.all.map(staleOf), sql` union all `)})
    order by id limit ${batchSize} for no key update skip locked`.execute(trx)
  if (rows.length === 0) return 0
  const given = rows.map((row) => {
    const kind = getKind(deps, row.kind)
    return { id: row.id, digests: textDigests(viewService(kind, row), kind.specs), fields: fieldsMark(kind.specs) }
  })
  await sql`update services set text_digests = given.digests, digested_version = version, digested_fields = given.fields
    from jsonb_to_recordset(${jsonOf(given)}::jsonb) as given (id uuid, digests jsonb, fields text)
    where services.id = given.id`.execute(trx)
  return rows.length
}

/** Three look-ups in the index, however many items the kind has. */
const staleOf = ({ key, specs }: LoadedKind) =>
  sql.join(
    [sql`is null`, sql`< ${fieldsMark(specs)}`, sql`> ${fieldsMark(specs)}`].map(
      (other) => sql`(select id from services where kind = ${key} and digested_fields ${other} limit ${batchSize})`,
    ),
    sql` union all `,
  )
