/**
 * Tasks of staff, for pages. Owns: when a task is due. Does not own: bookings, customers and staff. Invariant: the server
 * repeats every check.
 */
export type { Task, TaskPage } from './contract.ts'
export {
  type DueFilter,
  type DueGroup,
  dueFilters,
  dueGroup,
  dueGroups,
  maxTaskText,
  offeredDays,
} from './rules.ts'

export type TaskRefusal =
  /** 404 */
  | 'task/not-found'
  /** 404: the booking or customer. */
  | 'task/no-subject'
  /** 422: `errors` has the fields. */
  | 'task/invalid'
  /** 409: the task has changed since it was read. */
  | 'task/changed'
