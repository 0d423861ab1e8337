import { useMutation } from '@tanstack/react-query'
import { readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')

/** One step of a longer way: its success is the next step, so no toast says it; a refusal is said where it happened. */
export function useStep<In, Out>(call: (input: In) => Promise<Out>, onDone: (answer: Out) => void) {
  const { mutate, isPending, error, submittedAt } = useMutation({ mutationFn: call, onSuccess: onDone })
  const errors: Readonly<Record<string, string>> = Object.fromEntries(
    readFieldErrors(error).map(({ path, message }) => [path, message]),
  )
  const isOfField = Object.keys(errors).length > 0
  return {
    run: mutate,
    isPending,
    errors,
    /** Why the server refused, where it names no field. */
    fault: error && !isOfField ? readFault(error).message || t('unreachable') : null,
    /** Another number for each refusal; 0: none. */
    attempt: error ? submittedAt : 0,
  }
}
