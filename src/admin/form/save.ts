import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')

export type Save = {
  readonly run: () => void
  readonly isPending: boolean
  /** The server's sentence by field; '' where the field is fine. */
  readonly errorOf: (path: string) => string | undefined
  /** Why nothing was saved; null: nothing to say. */
  readonly fault: string | null
  /** Another number for each refusal, which moves the focus to the first field that is wrong; 0: none. */
  readonly attempt: number
  readonly reset: () => void
}

type Options<T> = {
  call: () => Promise<T>
  done: string
  failed: string
  /** The toast says the server's own sentence where there is one. */
  sayReason?: boolean
  onDone: (answer: T) => void
  onFailed?: ((status: number) => void) | undefined
}

/** Saves a form: a toast either way, and what is wrong beside each field. What was typed stays (A320). */
export function useSave<T>({ call, done, failed, sayReason, onDone, onFailed }: Options<T>): Save {
  const { mutate, isPending, error, reset, submittedAt } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      showToast({ tone: 'success', title: done })
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
