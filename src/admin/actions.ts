import { useMutation } from '@tanstack/react-query'
import { showToast } from '../ui/toast-queue.ts'
import { readFault, readFieldErrors } from './api.ts'
import { textOf } from './text.ts'

const t = textOf('shell')

export type ActionTexts = {
  done: string
  failed: string
  /** The failure is said with the server's reason. */
  sayReason?: boolean
}
export type Action = ReturnType<typeof useAction>

/**
 * A change on the server: a success says so for 4 seconds; a failure stays, with the specification's sentence. The
 * server's reason is given back as `fault`, to stand beside the button as well. `settled` runs either way: after a
 * refusal somebody else was usually quicker, so what is shown is asked for again.
 */
export function useAction(
  call: () => Promise<unknown>,
  texts: ActionTexts,
  settled: () => void,
  onDone: () => void = () => {},
) {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: call,
    onSuccess: () => {
      showToast({ tone: 'success', title: texts.done })
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
    /** Done and not reset: nothing that was typed is unsaved any more. */
    isDone: isSuccess,
    reset,
    isFailed: error !== null,
    /** By path: what the server says of single fields. */
    errors: Object.fromEntries(readFieldErrors(error).map(({ path, message }) => [path, message])) as Readonly<
      Record<string, string>
    >,
    fault: error && (readFault(error).message || t('unreachable')),
  }
}
