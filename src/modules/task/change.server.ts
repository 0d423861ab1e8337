import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../platform/idempotency.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { lockColleague } from '../account/index.server.ts'
import { getBooking } from '../booking/index.server.ts'
import { hasRecord } from '../customer/index.server.ts'
import type { AddInput, ChangeInput, Task } from './contract.ts'
import type { TaskDeps } from './deps.server.ts'
import { area, getTask, type TaskRow, viewTask } from './read.server.ts'
import { text } from './text.ts'
import './tables.server.ts'

/** Fields of audit entries that people type into: an erasure removes them. */
export const taskTypedFields = ['task'] as const

type Keyed = Pick<RequestContext, 'caller' | 'idempotencyKey'>

/**
 * Once per idempotency key. Refuses 'task/no-subject', and 'task/invalid' without a text, without exactly one subject or
 * for an assignee who cannot take tasks. Audited.
 */
export async function addTask(deps: TaskDeps, { caller, idempotencyKey: key }: Keyed, input: AddInput): Promise<Task> {
  const repeatable = key === null ? null : { scope: `task.add:${caller.userId}`, key, request: input }
  const taskId = await deps.db.transaction().execute((trx) =>
    // The stored answer is the id alone: the text may name a customer.
    onceIfKeyed(trx, repeatable, () => insertTask(trx, { deps, caller }, input)),
  )
  return viewTask(await getTask(deps.db, taskId))
}

type By = { readonly deps: TaskDeps; readonly caller: Caller }

async function insertTask(trx: Trx, { deps, caller }: By, input: AddInput): Promise<string> {
  const { booking_id = null, customer_id = null, ...facts } = input
  if ((booking_id === null) === (customer_id === null)) throw invalid('booking_id', text('errors.oneSubject'))
  if (!(await isKnown(trx, { booking_id, customer_id }))) throw new Refusal('task/no-subject')
  const assignee = await lockAssignee(trx, deps, facts)
  const now = deps.clock()
  const row = { id: newId(now), booking_id, customer_id, ...facts, author_id: caller.userId, author_name: caller.name }
  await trx
    .insertInto('tasks')
    .values({ ...row, created_at: now, updated_at: now })
    .execute()
  const after = factsOf({ ...row, assignee_name: assignee })
  await writeAudit(trx, caller, { action: 'task.added', ...subjectOf(row), after }, now)
  return row.id
}

const invalid = (path: string, message: ReturnType<typeof text>) => new Refusal('task/invalid', {}, [{ path, message }])

type Subject = Pick<TaskRow, 'booking_id' | 'customer_id'>
async function isKnown(q: Trx, { booking_id, customer_id }: Subject): Promise<boolean> {
  if (customer_id !== null) return hasRecord(q, customer_id)
  return getBooking(q, booking_id ?? '').then(
    () => true,
    (error: unknown) => {
      if (isRefusal(error, 'booking/not-found')) return false
      throw error
    },
  )
}

/** The name of the assignee, who stays one until the transaction ends. Refuses 'task/invalid', also without a text. */
async function lockAssignee(
  trx: Trx,
  deps: TaskDeps,
  { text: typed, assignee_id }: Pick<AddInput, 'text' | 'assignee_id'>,
): Promise<string | null> {
  if (typed === '') throw invalid('text', text('errors.textMissing'))
  if (assignee_id === null) return null
  const colleague = await lockColleague(trx, deps, { userId: assignee_id, area })
  if (!colleague) throw invalid('assignee_id', text('errors.noAssignee'))
  return colleague.name
}

/** The facts of a task in the audit trail. Entries are about its booking or customer, whose history shows them. */
export const factsOf = ({
  text: task,
  due_on,
  assignee_name: assignee,
}: Pick<TaskRow, 'text' | 'due_on' | 'assignee_name'>) => ({ task, due_on, assignee })
export const subjectOf = ({ booking_id, customer_id }: Subject) =>
  booking_id === null
    ? { subjectType: 'customer', subjectId: customer_id ?? '' }
    : { subjectType: 'booking', subjectId: booking_id }

/** Locks the row. Refuses 'task/not-found', also for a deleted task unless `isDeleted` is asked for. */
async function lockTask(trx: Trx, taskId: string, isDeleted: 'too' | 'not' = 'not'): Promise<TaskRow> {
  await trx.selectFrom('tasks').select('id').where('id', '=', taskId).forUpdate().execute()
  const row = await getTask(trx, taskId)
  if (row.deleted_at !== null && isDeleted === 'not') throw new Refusal('task/not-found')
  return row
}

/**
 * Refuses 'task/not-found', 'task/changed' for an old version, 'task/invalid' like addTask. A stored assignee stays as
 * they are. Audited, unless nothing changes.
 */
export async function changeTask(deps: TaskDeps, caller: Caller, { taskId, version, ...facts }: ChangeInput) {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockTask(trx, taskId)
    if (before.version !== version) throw new Refusal('task/changed')
    const isSamePerson = facts.assignee_id === before.assignee_id
    const named = await lockAssignee(trx, deps, isSamePerson ? { ...facts, assignee_id: null } : facts)
    const assignee_name = isSamePerson ? before.assignee_name : named
    const [change, now] = [{ before: factsOf(before), after: factsOf({ ...facts, assignee_name }) }, deps.clock()]
    if (JSON.stringify(change.before) === JSON.stringify(change.after) && isSamePerson) return
    await trx
      .updateTable('tasks')
      .set({ ...facts, version: version + 1, updated_at: now })
      .where('id', '=', taskId)
      .execute()
    await writeAudit(trx, caller, { action: 'task.changed', ...subjectOf(before), ...change }, now)
  })
  return viewTask(await getTask(deps.db, taskId))
}

/**
 * Marks a task as done by the caller, or as open, and unassigns it if its assignee can no longer have tasks. Repeating it
 * changes nothing. Refuses 'task/not-found'. Audited.
 */
export async function setTaskDone(
  deps: TaskDeps,
  caller: Caller,
  { taskId, done }: { readonly taskId: string; readonly done: boolean },
): Promise<Task> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockTask(trx, taskId)
    if ((row.done_at !== null) === done) return
    const now = deps.clock()
    const { assignee_id: userId } = row
    const isLeft = !done && userId !== null && (await lockColleague(trx, deps, { userId, area })) === null
    await trx
      .updateTable('tasks')
      .set(done ? { done_at: now, done_by: caller.name } : { done_at: null, done_by: null })
      .set({ version: row.version + 1, updated_at: now, ...(isLeft && { assignee_id: null }) })
      .where('id', '=', taskId)
      .execute()
    const after = isLeft ? { ...row, assignee_name: null } : row
    const change = { before: { ...factsOf(row), done: !done }, after: { ...factsOf(after), done } }
    await writeAudit(trx, caller, { action: done ? 'task.done' : 'task.reopened', ...subjectOf(row), ...change }, now)
  })
  return viewTask(await getTask(deps.db, taskId))
}

/** Deletes a task, or brings it back. The same again changes nothing. Refuses 'task/not-found'. Audited. */
export async function setTaskDeleted(
  deps: TaskDeps,
  caller: Caller,
  { taskId, isDeleted }: { readonly taskId: string; readonly isDeleted: boolean },
): Promise<Task> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockTask(trx, taskId, 'too')
    if ((row.deleted_at !== null) === isDeleted) return viewTask(row)
    const now = deps.clock()
    await trx
      .updateTable('tasks')
      .set({ deleted_at: isDeleted ? now : null, version: row.version + 1, updated_at: now })
      .where('id', '=', taskId)
      .execute()
    const entry = isDeleted
      ? { action: 'task.deleted', before: factsOf(row) }
      : { action: 'task.restored', after: factsOf(row) }
    await writeAudit(trx, caller, { ...entry, ...subjectOf(row) }, now)
    return viewTask({ ...row, version: row.version + 1 })
  })
}
