import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '../../modules/task/index.ts'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'

const t = textOf('tasks')

/** Everything that shows tasks: lists, counters, the timelines of bookings. */
export function useRefreshTasks(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['tasks'], ['dashboard'], ['booking-timeline']])
      void queries.invalidateQueries({ queryKey })
  }
}

/** Both are done at once and can be undone. */
export function useTaskActions({ id: taskId, done_at }: Task) {
  const refresh = useRefreshTasks()
  const isDone = done_at !== null
  const setDone = (done: boolean) => api.task.admin.setDone({ taskId, done })
  const undoable = (title: string, undo: () => Promise<unknown>) => ({
    done: () => offerUndo({ tone: 'success', title, undo, onSettled: refresh }),
  })
  const toggle = useAction(
    () => setDone(!isDone),
    { ...undoable(t(isDone ? 'reopened' : 'done'), () => setDone(isDone)), failed: t('saveFailed') },
    refresh,
  )
  const remove = useAction(
    () => api.task.admin.remove({ taskId }),
    { ...undoable(t('deleted'), () => api.task.admin.restore({ taskId })), failed: t('deleteFailed') },
    refresh,
  )
  return { toggle, remove }
}
