import { Link } from '@tanstack/react-router'
import { Check, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Task } from '../../modules/task/index.ts'
import { Button } from '../../ui/button.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { Fault } from '../bookings/panel.tsx'
import { customerHref } from '../customers/href.ts'
import { EditButton } from '../lists/row-buttons.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { DueBadge } from './due-badge.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { useTaskActions } from './use-task-actions.ts'

const t = textOf('tasks')
const lists = textOf('lists')
type Props = {
  task: Task
  /** What the page is already about is not repeated. */
  aboutId?: string
}

export function TaskRow({ task, aboutId }: Props) {
  const [isEdited, setEdited] = useState(false)
  const { toggle, remove } = useTaskActions(task)
  const name = task.text.split('\n')[0] ?? ''
  const isDone = task.done_at !== null
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <Button
        variant={isDone ? 'primary' : 'secondary'}
        size="sm"
        iconOnly
        className="self-start"
        loading={toggle.isPending}
        aria-label={t(isDone ? 'reopenNamed' : 'doneNamed', { name })}
        title={t(isDone ? 'reopen' : 'markDone')}
        onClick={toggle.run}
      >
        {isDone ? <CircleCheck aria-hidden="true" /> : <Check aria-hidden="true" />}
      </Button>
      <div className="grid min-w-0 grid-cols-1 gap-1 wrap-anywhere">
        <p className="typed whitespace-pre-wrap">{task.text}</p>
        <Subject task={task} {...(aboutId && { aboutId })} />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            {task.done_at === null ? <DueBadge task={task} /> : null}
            {task.done_at === null ? null : (
              <span>{t('doneBy', { name: task.done_by ?? '', at: dateTime(task.done_at) })}</span>
            )}
            <span>{task.assignee ? task.assignee.name : t('nobody')}</span>
          </p>
          <span className="-me-2 flex gap-1">
            {isDone ? null : <EditButton name={name} onEdit={() => setEdited(true)} />}
            <Button
              variant="quiet"
              size="sm"
              className="text-danger!"
              loading={remove.isPending}
              aria-label={lists('deleteNamed', { name })}
              onClick={remove.run}
            >
              {lists('delete')}
            </Button>
          </span>
        </div>
        <Fault fault={toggle.fault ?? remove.fault} />
      </div>
      {isEdited ? <TaskDialog task={task} onClose={() => setEdited(false)} /> : null}
    </li>
  )
}

function Subject({ task: { booking, customer }, aboutId }: Props) {
  if (booking && booking.id !== aboutId)
    return (
      <p className="text-sm">
        <Link to={bookingHref(booking.booking_reference) as never}>{booking.booking_reference}</Link>
        {` · ${booking.customer_name} · ${booking.service_title}`}
      </p>
    )
  if (customer && customer.id !== aboutId)
    return (
      <p className="text-sm">
        <Link to={customerHref(customer.id) as never}>{customer.name}</Link>
      </p>
    )
  return null
}
