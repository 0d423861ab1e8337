import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')

export type Save = {
  readonly run: () => void
  readonly isPending: boolean
  readonly errorOf: (path: string) => string | undefined
  readonly fault: string | null
  /** Changes with every refusal, to focus the first invalid field; 0 means none. */
  readonly attempt: number
  readonly reset: () => void
}

type Options<T> = {
  call: () => Promise<T>
  /** The toast's text; null shows none. */
  done: string | ((answer: T) => string | null)
  failed: string
  /** The toast shows the server's own message if there is one. */
  sayReason?: boolean
  onDone: (answer: T) => void
  onFailed?: ((status: number) => void) | undefined
}

/** Saves a form, with a toast either way and an error beside each invalid field. Input is kept (A320). */
export function useSave<T>({ call, done, failed, sayReason, onDone, onFailed }: Options<T>): Save {
  const { mutate, isPending, error, reset, submittedAt } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      const title = typeof done === 'string' ? done : done(answer)
      if (title !== null) showToast({ tone: 'success', title })
      onDone(answer)
    },
    onError: (refused) => {
      const { status, message } = readFault(refused)
      showToast({ tone: 'error', title: t('error'), description: (sayReason && message) || failed })
      onFailed?.(status)
    },
  })
  const errors = readFieldErrors(error)
  return {
    run: () => mutate(),
    isPending,
    errorOf: (path) => errors.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.message,
    fault: error && (readFault(error).message || t('unreachable')),
    attempt: error ? submittedAt : 0,
    reset,
  }
}
