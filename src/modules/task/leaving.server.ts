/** Unassigns the tasks of people who can no longer have any. */
import { sql } from 'kysely'
import { writeAudits } from '../../platform/audit.server.ts'
import { automatic, type Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { daysBefore, deleteOld } from '../../platform/retention.server.ts'
import { lockColleague } from '../account/index.server.ts'
import { factsOf, subjectOf } from './change.server.ts'
import type { TaskDeps } from './deps.server.ts'
import { area, selectTasks } from './read.server.ts'
import { trashDays } from './rules.ts'
import './tables.server.ts'

export const taskReactions = (deps: TaskDeps): Subscriptions => ({
  'account.role-changed': { 'unassign-tasks': ({ payload }) => unassignTasks(deps, payload.userId) },
})

/** Done tasks keep their assignee. Does nothing while the person can take tasks. Audited, each task once. */
async function unassignTasks(deps: TaskDeps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('tasks')
      .select('id')
      .where('assignee_id', '=', userId)
      .where('done_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (open.length === 0 || (await lockColleague(trx, deps, { userId, area }))) return
    const ids = open.map(({ id }) => id)
    const before = await selectTasks(trx).where('tasks.id', 'in', ids).orderBy('tasks.id').execute()
    const now = deps.clock()
    await trx
      .updateTable('tasks')
      .set((eb) => ({ assignee_id: null, version: eb('version', '+', 1), updated_at: now }))
      .where('id', 'in', ids)
      .execute()
    const entries = before.map((row) => ({
      ...{ action: 'task.unassigned', ...subjectOf(row) },
      ...{ before: factsOf(row), after: factsOf({ ...row, assignee_name: null }) },
    }))
    await writeAudits(trx, automatic, entries, now)
  })
}

/** Deletes for good what was deleted 30 days ago. */
export async function purgeTasks(core: Core): Promise<void> {
  await deleteOld(core, { table: 'tasks', isOld: sql`deleted_at < ${daysBefore(core.clock(), trashDays)}` })
}

/** Gives the tasks of one record to another, these or all, also deleted ones. Returns their ids. One statement. */
export async function moveTasks(
  trx: Trx,
  { from, into, ids }: { readonly from: string; readonly into: string; readonly ids?: readonly string[] },
): Promise<string[]> {
  const moved = await trx
    .updateTable('tasks')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .$if(ids !== undefined, (query) => query.where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...(ids ?? [])])))))
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}
