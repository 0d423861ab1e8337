import { useMutation } from '@tanstack/react-query'
import { showToast, type ToastTone } from '../ui/toast-queue.ts'
import { readFault, readFieldErrors } from './api.ts'
import { textOf } from './text.ts'

const t = textOf('shell')

export type ActionTexts<Result = unknown> = {
  /** The message, or a function that returns it or shows its own. */
  done: string | ((result: Result) => { tone: ToastTone; title: string; description?: string } | undefined)
  failed: string
  sayReason?: boolean
}
export type Action = ReturnType<typeof useAction>

/**
 * Runs a server change. Success shows a toast for 4 seconds; a failure stays with the specification's sentence. The
 * server's reason is returned as `fault`, to show beside the button too. `settled` runs either way: after a refusal
 * the shown data is often stale.
 */
export function useAction<Result>(
  call: () => Promise<Result>,
  texts: ActionTexts<Result>,
  settled: () => void,
  onDone: () => void = () => {},
) {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: call,
    onSuccess: (result) => {
      const done = typeof texts.done === 'string' ? { tone: 'success' as const, title: texts.done } : texts.done(result)
      if (done) showToast(done)
      onDone()
    },
    onError: (failure) => {
      const reason = readFault(failure).message || t('unreachable')
      const description = texts.sayReason ? `${texts.failed}: ${reason}` : texts.failed
      showToast({ tone: 'error', title: t('error'), description })
    },
    onSettled: settled,
  })
  return {
    run: () => mutate(),
    isPending,
    isDone: isSuccess,
    reset,
    isFailed: error !== null,
    errors: Object.fromEntries(readFieldErrors(error).map(({ path, message }) => [path, message])) as Readonly<
      Record<string, string>
    >,
    fault: error && (readFault(error).message || t('unreachable')),
  }
}
