import { addDays } from '../../kernel/dates.ts'
import { dueGroup, type Task } from '../../modules/task/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { agencyToday } from '../agency-clock.ts'
import { textOf } from '../text.ts'

const t = textOf('tasks')
const tones = { overdue: 'danger', today: 'warn', week: 'neutral', later: 'neutral' } as const

/** When an open task is due, in the words of today. */
export function DueBadge({ task: { due_on: day } }: { task: Task }) {
  const today = agencyToday()
  const group = dueGroup(day, today)
  const words = day === today ? 'dueToday' : day === addDays(today, 1) ? 'dueTomorrow' : 'dueOn'
  return (
    <Badge tone={tones[group]}>
      <time dateTime={day}>{t(group === 'overdue' ? 'overdueSince' : words, { day })}</time>
    </Badge>
  )
}
