import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { localDate } from '../../kernel/contract.ts'
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts'
import type { LocalDate } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { accountNames, listColleagues } from '../account/index.server.ts'
import { bookingSummaries } from '../booking/index.server.ts'
import { customerNames, findPersonBookingIds } from '../customer/index.server.ts'
import { readToday } from '../settings/index.server.ts'
import type { ListInput, Task, TaskPage } from './contract.ts'
import type { TaskDeps } from './deps.server.ts'
import { type DueFilter, dueRange } from './rules.ts'
import './tables.server.ts'

export const area = 'bookings'
/** Counting stops here: an exact total is not worth the scan. */
const maxCounted = 1_000
const task = expressionBuilder<Tables, 'tasks'>()
type Condition = Expression<SqlBool>

/** Adds the names of their subjects and assignees. */
export const selectTasks = (q: Queryable) =>
  q
    .selectFrom('tasks')
    .leftJoin(bookingSummaries, 'booking_summaries.id', 'tasks.booking_id')
    .leftJoin(customerNames, 'customer_names.id', 'tasks.customer_id')
    .leftJoin(accountNames, 'account_names.id', 'tasks.assignee_id')
    .selectAll('tasks')
    .select([
      'booking_summaries.booking_reference',
      'booking_summaries.service_title',
      'booking_summaries.customer_name',
      'customer_names.name as record_name',
      'account_names.name as assignee_name',
    ])
export type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number]

export function viewTask(row: TaskRow): Task {
  const { id, version, text, due_on, assignee_id, assignee_name, booking_id, customer_id } = row
  return {
    ...{ id, version, text, due_on, author: row.author_name, created_at: row.created_at.toISOString() },
    assignee: assignee_id === null ? null : { id: assignee_id, name: assignee_name ?? '' },
    ...{ done_at: row.done_at?.toISOString() ?? null, done_by: row.done_by },
    booking:
      booking_id === null
        ? null
        : {
            id: booking_id,
            booking_reference: row.booking_reference ?? '',
            service_title: row.service_title ?? '',
            customer_name: row.customer_name ?? '',
          },
    customer: customer_id === null ? null : { id: customer_id, name: row.record_name ?? '' },
  }
}

/** Also a deleted one. One statement. Refuses 'task/not-found'. */
export async function getTask(q: Queryable, taskId: string): Promise<TaskRow> {
  const row = await selectTasks(q).where('tasks.id', '=', taskId).executeTakeFirst()
  if (!row) throw new Refusal('task/not-found')
  return row
}

/**
 * One page: open tasks by due date, done ones newest first. Two statements, five for a customer. Refuses
 * 'customer/not-found', 'list/bad-cursor'.
 */
export async function listTasks(deps: TaskDeps, caller: Caller, input: ListInput): Promise<TaskPage> {
  const where = await conditionOf(deps, caller, input)
  const [rows, total] = [await readPage(deps.db, where, input), await countTasks(deps.db, where)]
  const shown = rows.slice(0, input.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    items: shown.map(viewTask),
    ...{ total: Math.min(total, maxCounted), totalIsExact: total <= maxCounted },
    nextCursor: last ? encodeCursor([last.done_at?.toISOString() ?? last.due_on, last.id]) : null,
  }
}

async function conditionOf(deps: TaskDeps, caller: Caller, input: ListInput): Promise<Condition> {
  const { state, assignee, due, booking_id, customer_id } = input
  return task.and([
    isInState(state),
    ...(assignee ? [isOf(assignee, caller)] : []),
    ...(due ? [isDue(due, await readToday(deps))] : []),
    ...(booking_id ? [task('tasks.booking_id', '=', booking_id)] : []),
    ...(customer_id ? [isAbout(customer_id, await findPersonBookingIds(deps.db, customer_id))] : []),
  ])
}

/** Written as the indexes are (db/migrations/0115). */
const isInState = (state: ListInput['state']): Condition =>
  task.and([task('tasks.done_at', state === 'open' ? 'is' : 'is not', null), task('tasks.deleted_at', 'is', null)])
const isOf = (assignee: string, { userId }: Caller): Condition =>
  assignee === 'nobody'
    ? task('tasks.assignee_id', 'is', null)
    : task('tasks.assignee_id', '=', assignee === 'me' ? (userId ?? '') : assignee)
function isDue(due: DueFilter, today: LocalDate): Condition {
  const { from, to } = dueRange(due, today)
  return task.and([
    ...(from === null ? [] : [task('tasks.due_on', '>=', from)]),
    ...(to === null ? [] : [task('tasks.due_on', '<=', to)]),
  ])
}
const isAbout = (customerId: string, bookingIds: readonly string[]): Condition =>
  task.or([
    task('tasks.customer_id', '=', customerId),
    task('tasks.booking_id', '=', task.fn.any(task.val([...bookingIds]))),
  ])

function readPage(q: Queryable, where: Condition, { state, limit, cursor }: ListInput): Promise<TaskRow[]> {
  const place = cursor === undefined ? null : placeOf(cursor, state)
  const query = selectTasks(q)
    .where(where)
    .limit(limit + 1)
  if (state === 'open')
    return query
      .$if(place !== null, (from) =>
        from.where(sql<boolean>`(tasks.due_on, tasks.id) > (${place?.key}::date, ${place?.id}::uuid)`),
      )
      .orderBy('tasks.due_on')
      .orderBy('tasks.id')
      .execute()
  return query
    .$if(place !== null, (from) =>
      from.where(sql<boolean>`(tasks.done_at, tasks.id) < (${place?.key}::timestamptz, ${place?.id}::uuid)`),
    )
    .orderBy('tasks.done_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .execute()
}

const places = {
  open: z.tuple([localDate, z.uuid()]),
  done: z.tuple([z.iso.datetime(), z.uuid()]),
}
function placeOf(cursor: string, state: ListInput['state']): { key: string; id: string } {
  const place = places[state].safeParse(decodeCursor(cursor))
  if (!place.success) throw new Refusal('list/bad-cursor')
  const [key, id] = place.data
  return { key, id }
}

async function countTasks(q: Queryable, where: Condition): Promise<number> {
  const { total } = await q
    .selectFrom((eb) =>
      eb
        .selectFrom('tasks')
        .select('id')
        .where(where)
        .limit(maxCounted + 1)
        .as('hits'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Staff who can take tasks. One statement. */
export async function listAssignees(deps: TaskDeps, { userId }: Caller) {
  const colleagues = await listColleagues(deps, deps.db, area)
  return colleagues.map((each) => ({ ...each, is_you: each.id === userId }))
}

interface DueCount {
  readonly name: 'tasksOverdue' | 'tasksToday' | 'tasksUnassigned'
  readonly assignee: 'me' | 'nobody'
  readonly due: DueFilter
}
/** The filters with which the list shows what is counted. */
export const dueCounts: readonly DueCount[] = [
  { name: 'tasksOverdue', assignee: 'me', due: 'overdue' },
  { name: 'tasksToday', assignee: 'me', due: 'today' },
  { name: 'tasksUnassigned', assignee: 'nobody', due: 'due' },
]

/**
 * Subqueries that count what is due, so that the dashboard counts all open work in one statement: at most 1,000 each, and
 * nothing for staff who may not see tasks.
 */
export const dueTasks = (caller: Caller, today: LocalDate) =>
  dueCounts.map(({ name, assignee, due }) => {
    const where = mayEnter(caller.role, area)
      ? task.and([isInState('open'), isOf(assignee, caller), isDue(due, today)])
      : sql<boolean>`false`
    const hits = sql`select 1 from tasks where ${where} limit ${sql.lit(maxCounted)}`
    return sql<number>`(select count(*)::int from (${hits}) as hits)`.as(name)
  })

/** Whether a record has tasks, which keep it. One statement. */
export async function hasTasks(q: Queryable, customerId: string): Promise<boolean> {
  const row = await q.selectFrom('tasks').select('id').where('customer_id', '=', customerId).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The tasks about a record itself, also done ones. One statement. */
export async function countTasksAbout(q: Queryable, customerId: string): Promise<number> {
  const { count } = await q
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
