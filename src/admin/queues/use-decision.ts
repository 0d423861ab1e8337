import { useMutation } from '@tanstack/react-query'
import { readCode, readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'
import type { QueueHands } from './use-queue.ts'

const shell = textOf('shell')
/** Conflicts after which the entry still waits: the provider is being asked, or the mail cannot be written. */
const waiting = /^(payment\/still-processing|content\/(no-mail|thread-full)|idempotency\/.*)$/
/** A colleague decided first, or the entry no longer exists. */
const isGone = (error: unknown): boolean =>
  [404, 409, 410].includes(readFault(error).status) && !waiting.test(readCode(error))

interface Decision<Result> {
  readonly id: string
  readonly hands: QueueHands
  readonly call: (reason: string) => Promise<Result>
  readonly done: string
  /** Takes the decision back; gets what it answered. */
  readonly undo?: (result: Result) => Promise<unknown>
}

/** A decision on an entry of a queue. A refusal because of another decision leads on to the next entry. */
export function useDecision<Result>({ id, hands, call, done, undo }: Decision<Result>) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess: (result) => hands.decided(id, done, undo && (() => undo(result))),
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
