import { sql } from 'kysely'
import { jsonOf } from '../../../kernel/json.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import type { RequestContext } from '../../../platform/request.server.ts'
import { isMailActive } from '../../mail/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { BulkMessage, RunView, StartConfirm } from './contract.ts'
import { bulkMail } from './preview.server.ts'
import { readRun } from './read.server.ts'
import type { RunAction } from './rules.ts'
import { isErased, readChosen, type Versions, versionsOf } from './select.server.ts'
import type { RunOptions } from './tables.server.ts'
import './tables.server.ts'

export const runJob = 'booking-run'
type By = Pick<RequestContext, 'caller' | 'idempotencyKey'>

/**
 * Starts confirming these bookings; the job does it (`workOn`). A booking whose version is not the one that was shown is
 * left. Once per idempotency key. Refuses 'booking/not-found' when there is none of them. Audited.
 */
export async function startConfirm(
  deps: BookingDeps,
  { caller, idempotencyKey: key }: By,
  input: StartConfirm,
): Promise<RunView> {
  const repeatable = key === null ? null : { scope: `booking-run.confirm:${caller.userId}`, key, request: input }
  const options = { confirm_unpaid: input.confirm_unpaid }
  const id = await deps.db
    .transaction()
    .execute((trx) =>
      onceIfKeyed(trx, repeatable, () =>
        startRun(trx, deps, { caller, action: 'confirm', options, versions: input.versions }),
      ),
    )
  return readRun(deps, id)
}

/**
 * Starts mailing the customers of these bookings, each once. Once per idempotency key. Refuses 'mail/switched-off',
 * 'booking/no-recipients'. Audited.
 */
export async function startMessage(
  deps: BookingDeps,
  { caller, idempotencyKey: key }: By,
  input: BulkMessage,
): Promise<RunView> {
  const repeatable = key === null ? null : { scope: `booking-run.message:${caller.userId}`, key, request: input }
  const { subject, text } = input
  const id = await deps.db.transaction().execute((trx) =>
    onceIfKeyed(trx, repeatable, async () => {
      if (!(await isMailActive(trx, bulkMail))) throw new Refusal('mail/switched-off')
      const bookings = await readChosen(trx, input.ids)
      if (bookings.every(isErased)) throw new Refusal('booking/no-recipients')
      return startRun(trx, deps, {
        caller,
        action: 'message',
        options: { subject, text },
        versions: versionsOf(bookings),
      })
    }),
  )
  return readRun(deps, id)
}

interface NewRun {
  readonly caller: Caller
  readonly action: RunAction
  readonly options: RunOptions
  readonly versions: Versions
}
async function startRun(trx: Trx, deps: BookingDeps, { caller, action, options, versions }: NewRun): Promise<string> {
  const known = await readChosen(trx, Object.keys(versions))
  if (known.length === 0) throw new Refusal('booking/not-found')
  const now = deps.clock()
  const id = newId(now)
  const started_by = jsonOf({ userId: caller.userId, name: caller.name })
  await trx
    .insertInto('booking_runs')
    .values({ id, action, options: jsonOf(options), started_by, total: known.length, created_at: now })
    .execute()
  const rows = known.map((booking, position) => ({ id: booking.id, position, version: versions[booking.id] }))
  // In the order of ids, in which others lock bookings too.
  await sql`insert into booking_run_items (run_id, booking_id, position, version)
    select ${id}, id, position, version from jsonb_to_recordset(${jsonOf(rows)}::jsonb)
      as item (id uuid, position integer, version integer) order by id`.execute(trx)
  const entry = { action: `bookings.${action}-started`, subjectType: 'booking-run', subjectId: id }
  await writeAudit(trx, caller, { ...entry, after: { bookings: known.length, ...options } }, now)
  await addJob(trx, runJob, { runId: id }, { key: `${runJob}:${id}` })
  return id
}
