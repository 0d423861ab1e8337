import { topDialog } from '../../ui/open-dialogs.ts'
import { showToast, toastId } from '../../ui/toast-queue.ts'
import { readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('trash')
const messages = textOf('shell')
/** At least ten seconds, and longer while the pointer or the focus is on it. */
const milliseconds = 12_000

interface Undoable {
  readonly tone: 'success' | 'info'
  readonly title: string
  readonly description?: string
  /** Undoes it; what it throws is shown. */
  readonly undo: () => Promise<unknown>
  /** The lists show what is there now. */
  readonly onSettled: () => void
}

/**
 * Says what was done and offers to undo it, once. The button gets the focus: what had it is gone from the list, and
 * Enter undoes.
 */
export function offerUndo({ undo, onSettled, ...message }: Undoable): undefined {
  const run = () =>
    void undo()
      .then(
        () => showToast({ tone: 'success', title: t('undone') }),
        (error: unknown) => {
          const description = `${t('undoFailed')} ${readFault(error).message || messages('unreachable')}`
          showToast({ tone: 'error', title: messages('error'), description })
        },
      )
      .finally(onSettled)
  focusAction(showToast({ ...message, milliseconds, action: { label: t('undo'), run } }))
}

const maxMs = 2_000
/** Toasts are in the dialog until it has closed and has given the focus back. */
function focusAction(id: number, until = performance.now() + maxMs): void {
  requestAnimationFrame(() => {
    const button = document.getElementById(toastId(id))?.querySelector<HTMLElement>('.toast-text button')
    if (button && !topDialog()) return button.focus()
    if (performance.now() < until) focusAction(id, until)
  })
}
