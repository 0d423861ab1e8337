import * as z from 'zod'
import { id, instant, localDate, pageInput, procedure, text } from '../../kernel/contract.ts'
import { dueFilters, maxTaskText } from './rules.ts'

const task = z.object({
  id,
  version: z.int(),
  text: z.string(),
  due_on: localDate,
  /** Null: nobody in particular. */
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  author: z.string(),
  created_at: instant,
  done_at: instant.nullable(),
  done_by: z.string().nullable(),
  /** What it is about: one of the two. */
  booking: z
    .object({ id, booking_reference: z.string(), service_title: z.string(), customer_name: z.string() })
    .nullable(),
  customer: z.object({ id, name: z.string() }).nullable(),
})
export type Task = z.infer<typeof task>

const person = z.string().min(1).max(100)
/** 'me', 'nobody', or the id of a member of staff; all tasks without it. */
const assignee = z.union([z.literal('me'), z.literal('nobody'), person])
export const listInput = z.strictObject({
  state: z.enum(['open', 'done']).default('open'),
  assignee: assignee.optional(),
  due: z.enum(dueFilters).optional(),
  booking_id: id.optional(),
  /** Also the tasks of the customer's bookings. */
  customer_id: id.optional(),
  ...pageInput,
})
export type ListInput = z.output<typeof listInput>

const page = z.object({
  items: z.array(task),
  /** Counting stops at 1,000; then `totalIsExact` is false. */
  total: z.int(),
  totalIsExact: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type TaskPage = z.infer<typeof page>

const dueDay = localDate.refine((day) => day >= '2000-01-01' && day < '2200-01-01')
const facts = { text: text(maxTaskText), due_on: dueDay, assignee_id: person.nullable() }
export const addInput = z.strictObject({ booking_id: id.optional(), customer_id: id.optional(), ...facts })
export type AddInput = z.output<typeof addInput>
const one = { taskId: id }
export const changeInput = z.strictObject({ ...one, version: z.int().min(1), ...facts })
export type ChangeInput = z.output<typeof changeInput>

const area = 'staff:bookings'

export const taskContract = {
  admin: {
    list: procedure(area, 'GET /admin/tasks', 'Tasks: open ones by due date, done ones newest first')
      .input(listInput)
      .output(page),
    assignees: procedure(area, 'GET /admin/task-assignees', 'Staff who can take tasks, by name').output(
      z.array(z.object({ id: z.string(), name: z.string(), is_you: z.boolean() })),
    ),
    add: procedure(area, 'POST /admin/tasks', 'Adds a task to a booking or a customer', { idempotent: true })
      .input(addInput)
      .output(task),
    change: procedure(area, 'PUT /admin/tasks/{taskId}', 'Changes text, due date or assignee; refuses an old version')
      .input(changeInput)
      .output(task),
    setDone: procedure(area, 'PUT /admin/tasks/{taskId}/done', 'Marks a task as done or open; repeats change nothing')
      .input(z.strictObject({ ...one, done: z.boolean() }))
      .output(task),
    remove: procedure(area, 'DELETE /admin/tasks/{taskId}', 'Deletes a task').input(z.strictObject(one)).output(task),
    restore: procedure(area, 'POST /admin/tasks/{taskId}/restoration', 'Brings a deleted task back, for 30 days')
      .input(z.strictObject(one))
      .output(task),
  },
}
