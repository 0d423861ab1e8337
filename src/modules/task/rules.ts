/** When a task is due (docs/rules/tasks.md). Pure: today is an argument. */
import { addDays, type LocalDate } from '../../kernel/dates.ts'

export const maxTaskText = 2_000
/** Deleted tasks can be restored this long. */
export const trashDays = 30

/** 'due': today or earlier. */
export const dueFilters = ['overdue', 'today', 'due', 'later'] as const
export type DueFilter = (typeof dueFilters)[number]

export const dueGroups = ['overdue', 'today', 'week', 'later'] as const
export type DueGroup = (typeof dueGroups)[number]

/** The heading that an open task stands under. 'week': the next seven days. */
export function dueGroup(due: LocalDate, today: LocalDate): DueGroup {
  if (due < today) return 'overdue'
  if (due === today) return 'today'
  return due <= addDays(today, 7) ? 'week' : 'later'
}

export interface DueRange {
  /** Both included; null: without end. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
}
const ranges: Readonly<Record<DueFilter, (today: LocalDate) => DueRange>> = {
  overdue: (today) => ({ from: null, to: addDays(today, -1) }),
  today: (today) => ({ from: today, to: today }),
  due: (today) => ({ from: null, to: today }),
  later: (today) => ({ from: addDays(today, 1), to: null }),
}
export const dueRange = (filter: DueFilter, today: LocalDate): DueRange => ranges[filter](today)

/** Days that are offered with one press, counted from today. */
export const offeredDays = [0, 1, 3, 7] as const
