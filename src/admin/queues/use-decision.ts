import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'
import type { QueueHands } from './use-queue.ts'

const shell = textOf('shell')
/** Somebody else was faster, or what was to be decided is gone. */
const isGone = (error: unknown): boolean => [404, 409, 410].includes(readFault(error).status)

interface Decision {
  readonly id: string
  readonly hands: QueueHands
  readonly call: (reason: string) => Promise<unknown>
  readonly done: string
  readonly undo?: () => Promise<unknown>
}

/** A decision on an entry of a queue. A refusal because of another decision leads on to the next entry. */
export function useDecision({ id, hands, call, done, undo }: Decision) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess: () => {
      showToast({ tone: 'success', title: done })
      hands.decided(id, undo)
    },
    onError: (failure) => {
      if (isGone(failure)) hands.gone(id)
    },
  })
  const [wrong] = readFieldErrors(error)
  return {
    run: (reason = '') => {
      if (!isPending) mutate(reason)
    },
    isPending,
    fault: error && !isGone(error) ? (wrong?.message ?? (readFault(error).message || shell('unreachable'))) : null,
  }
}
