import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')

/**
 * A change on the server: a success says so for 4 seconds, a failure stays with the specification's sentence, and the
 * server's reason below it.
 */
export function useAction<Input>(
  run: (input: Input) => Promise<unknown>,
  texts: { done: string; failed: string },
  onDone: () => void,
) {
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      showToast({ tone: 'success', title: texts.done })
      onDone()
    },
    onError: (error) => {
      const { message } = readFault(error)
      showToast({
        tone: 'error',
        title: t('error'),
        description: message ? `${texts.failed}: ${message}` : texts.failed,
      })
      // Somebody else may have been quicker: what is shown is asked for again.
      onDone()
    },
  })
}
