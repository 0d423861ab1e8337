import { useMutation } from '@tanstack/react-query'
import { showToast } from '../ui/toast-queue.ts'
import { readFault } from './api.ts'
import { textOf } from './text.ts'

const t = textOf('shell')

/**
 * A change on the server: a success says so for 4 seconds; a failure stays, with the specification's sentence. The
 * server's reason is given back as `fault`, to stand beside the button as well. `settled` runs either way: after a
 * refusal somebody else was usually quicker, so what is shown is asked for again.
 */
export function useAction(
  call: () => Promise<unknown>,
  texts: { done: string; failed: string },
  settled: () => void,
  onDone: () => void = () => {},
) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: call,
    onSuccess: () => {
      showToast({ tone: 'success', title: texts.done })
      onDone()
    },
    onError: () => showToast({ tone: 'error', title: t('error'), description: texts.failed }),
    onSettled: settled,
  })
  return {
    run: () => mutate(),
    isPending,
    reset,
    isFailed: error !== null,
    fault: error && (readFault(error).message || t('unreachable')),
  }
}
