import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Panel } from '../bookings/panel.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { textOf } from '../text.ts'
import { type About, TaskDialog } from './task-dialog.tsx'
import { TaskRow } from './task-row.tsx'

const t = textOf('tasks')
const rowsAPage = 10
type Props = { about: About }

/** The tasks of a booking or a customer: open ones by due date, done ones on request. */
export function TasksPanel({ about }: Props) {
  const [isAdded, setAdded] = useState(false)
  const [isDoneShown, setDoneShown] = useState(false)
  return (
    <Panel id="tasks" title={t('title')}>
      <Tasks about={about} state="open" />
      {isDoneShown ? <Tasks about={about} state="done" /> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          data-do="task"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdded(true)}
        >
          {t('add')}
        </Button>
        <Button variant="quiet" size="sm" aria-expanded={isDoneShown} onClick={() => setDoneShown(!isDoneShown)}>
          {t(isDoneShown ? 'hideDone' : 'showDone')}
        </Button>
      </div>
      {isAdded ? <TaskDialog about={about} onClose={() => setAdded(false)} /> : null}
    </Panel>
  )
}

function Tasks({ about, state }: Props & { state: 'open' | 'done' }) {
  const request = { ...about, state, limit: rowsAPage }
  const list = useInfiniteQuery({
    queryKey: ['tasks', request],
    queryFn: ({ pageParam }) => api.task.admin.list({ ...request, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const items = list.data?.pages.flatMap((part) => part.items)
  const id = 'booking_id' in about ? about.booking_id : about.customer_id
  if (list.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2">
        {t('failed')}
        <Button variant="secondary" size="sm" onClick={() => void list.refetch()}>
          {textOf('shell')('retry')}
        </Button>
      </p>
    )
  if (!items) return <p className="text-ink-2">{t('loading')}</p>
  if (items.length === 0)
    return <p className="text-[0.9375rem] text-ink-2">{t(state === 'open' ? 'noneOpen' : 'noneDone')}</p>
  return (
    <>
      <ul aria-label={t(`states.${state}`)} className="-mx-4 divide-y divide-line border-y border-line sm:-mx-5">
        {items.map((task) => (
          <TaskRow key={task.id} task={task} aboutId={id} />
        ))}
      </ul>
      <MoreButton list={list} label={t('more')} />
    </>
  )
}
