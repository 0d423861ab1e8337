import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListTodo } from 'lucide-react'
import { type DueFilter, dueFilters, dueGroup, dueGroups, type Task } from '../../modules/task/index.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { TaskRow } from './task-row.tsx'

const t = textOf('tasks')
/** Without `who`: the user's own. */
type Filters = { who?: string; due?: string; state?: string }

export function Tasks() {
  const search: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const people = useQuery({ queryKey: ['task-assignees'], queryFn: () => api.task.admin.assignees() })
  const change = (next: Filters) =>
    void navigate({
      to: '/admin/tasks',
      search: ((newest: Filters) => ({ ...newest, ...next })) as never,
      replace: true,
      resetScroll: false,
    })
  const isDone = search.state === 'done'
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('title')}</h1>
      <search>
        <form
          className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-3"
          onSubmit={(event) => event.preventDefault()}
        >
          <Field label={t('assignee')} className="max-sm:col-span-2">
            <Select value={search.who ?? ''} onChange={(event) => change({ who: event.target.value })}>
              <option value="">{t('mine')}</option>
              <option value="all">{t('everyone')}</option>
              <option value="nobody">{t('nobody')}</option>
              {people.data
                ?.filter(({ is_you }) => !is_you)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          </Field>
          <Field label={t('state')}>
            <Select
              value={isDone ? 'done' : ''}
              onChange={(event) => change({ state: event.target.value, due: '' })}
              options={[
                { value: '', label: t('states.open') },
                { value: 'done', label: t('states.done') },
              ]}
            />
          </Field>
          <Field label={t('due')}>
            <Select
              value={search.due ?? ''}
              disabled={isDone}
              onChange={(event) => change({ due: event.target.value })}
              options={[
                { value: '', label: t('anyDay') },
                ...dueFilters.map((value) => ({ value, label: t(`dueFilters.${value}`) })),
              ]}
            />
          </Field>
        </form>
      </search>
      <List search={search} />
    </>
  )
}

function requestOf({ who = '', due, state }: Filters) {
  const known: DueFilter | undefined = dueFilters.find((each) => each === due)
  return {
    ...(who !== 'all' && { assignee: who || 'me' }),
    ...(state === 'done' ? { state: 'done' as const } : known && { due: known }),
  }
}

function List({ search }: { search: Filters }) {
  const request = requestOf(search)
  const isDone = search.state === 'done'
  return (
    <LongList
      queryKey={['tasks', request]}
      ask={(after) => api.task.admin.list({ ...request, limit: 50, ...after })}
      words={t}
      isFiltered={Boolean(search.due || isDone || (search.who && search.who !== 'all'))}
      icon={<ListTodo aria-hidden="true" />}
      status={({ total, totalIsExact }) => t(totalIsExact ? 'count' : 'countMore', { count: total })}
    >
      {(tasks) => (isDone ? <Rows label={t('states.done')} tasks={tasks} /> : <Groups tasks={tasks} />)}
    </LongList>
  )
}

const Rows = ({ label, tasks }: { label: string; tasks: readonly Task[] }) => (
  <ul aria-label={label} className="card divide-y divide-line">
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} />
    ))}
  </ul>
)

/** Under headings from overdue to later; empty ones are left out. */
function Groups({ tasks }: { tasks: readonly Task[] }) {
  const today = agencyToday()
  return dueGroups.map((group) => {
    const own = tasks.filter(({ due_on }) => dueGroup(due_on, today) === group)
    if (own.length === 0) return null
    return (
      <section key={group} className="mb-5" aria-labelledby={`due-${group}`}>
        <h2 id={`due-${group}`} className="mb-2 text-base">
          {t(`groups.${group}`)}
        </h2>
        <Rows label={t(`groups.${group}`)} tasks={own} />
      </section>
    )
  })
}
