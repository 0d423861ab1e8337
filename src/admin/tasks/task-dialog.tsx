import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addDays } from '../../kernel/dates.ts'
import { maxTaskText, offeredDays, type Task } from '../../modules/task/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { type Action, useAction } from '../actions.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { useRefreshTasks } from './use-task-actions.ts'

const t = textOf('tasks')
export type About = { booking_id: string } | { customer_id: string }
type Props = ({ task: Task; about?: never } | { task?: never; about: About }) & { onClose: () => void }

/** Adds a task, or changes one. A new task is the user's own and due today. */
export function TaskDialog({ task, about, onClose }: Props) {
  const refresh = useRefreshTasks()
  const { people, me } = usePeople()
  const [opened] = useState(task?.version ?? 0)
  // The same task sent twice is added once.
  const key = useRef(crypto.randomUUID())
  const { form, change, isChanged } = useEdited({
    text: task?.text ?? '',
    due_on: task?.due_on ?? agencyToday(),
    assignee: task ? (task.assignee?.id ?? '') : null,
  })
  const assignee = form.assignee ?? me
  const save: Action = useAction(
    (): Promise<Task> => {
      const facts = { text: form.text, due_on: form.due_on, assignee_id: assignee || null }
      if (!task) return api.task.admin.add({ ...about, ...facts }, { context: { idempotencyKey: key.current } })
      // After a conflict the list shows what is stored, so a second save overwrites it on purpose.
      return api.task.admin.change({ taskId: task.id, version: save.isFailed ? task.version : opened, ...facts })
    },
    { done: t(task ? 'saved' : 'added'), failed: t('saveFailed') },
    refresh,
    onClose,
  )
  const edit = (next: Parameters<typeof change>[0]) => {
    key.current = crypto.randomUUID()
    change(next)
  }
  return (
    <EditorDialog
      title={t(task ? 'editTitle' : 'addTitle')}
      {...(!task && { saveLabel: t('add') })}
      isChanged={isChanged}
      save={save}
      onSave={save.run}
      onClose={onClose}
    >
      <Field label={t('text')} required error={save.errors.text}>
        <TextArea
          rows={3}
          maxLength={maxTaskText}
          value={form.text}
          onChange={(event) => edit({ text: event.target.value })}
        />
      </Field>
      <div className="field-pairs">
        <DueField day={form.due_on} error={save.errors.due_on} onChange={(due_on) => edit({ due_on })} />
        <Field label={t('assignee')} error={save.errors.assignee_id}>
          <Select value={assignee} onChange={(event) => edit({ assignee: event.target.value })}>
            <option value="">{t('nobody')}</option>
            {people.map(({ id, name, is_you }) => (
              <option key={id} value={id}>
                {is_you ? t('you', { name }) : name}
              </option>
            ))}
            <FormerAssignee task={task} known={people.map(({ id }) => id)} />
          </Select>
        </Field>
      </div>
    </EditorDialog>
  )
}

/** The user is known before the others are loaded, so that a quick press leaves no task without an assignee. */
function usePeople() {
  const { user } = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() }).data ?? {}
  const list = useQuery({ queryKey: ['task-assignees'], queryFn: () => api.task.admin.assignees() })
  const own = user ? [{ id: user.id, name: user.full_name, is_you: true }] : []
  return { people: list.data ?? own, me: user?.id ?? '' }
}

/** While the list loads, or when they can no longer take tasks. */
function FormerAssignee({ task, known }: { task: Task | undefined; known: readonly string[] }) {
  if (!task?.assignee || known.includes(task.assignee.id)) return null
  return <option value={task.assignee.id}>{task.assignee.name}</option>
}

type DueProps = { day: string; error: string | undefined; onChange: (day: string) => void }

function DueField({ day, error, onChange }: DueProps) {
  const today = agencyToday()
  return (
    <div className="grid content-start gap-2">
      <Field label={t('due')} required error={error}>
        <TextInput type="date" value={day} onChange={(event) => onChange(event.target.value)} />
      </Field>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t('quickDays')}</legend>
        {offeredDays.map((days) => {
          const offered = addDays(today, days)
          return (
            <Button
              key={days}
              variant={offered === day ? 'secondary' : 'quiet'}
              size="sm"
              aria-pressed={offered === day}
              onClick={() => onChange(offered)}
            >
              {t('inDays', { days })}
            </Button>
          )
        })}
      </fieldset>
    </div>
  )
}
