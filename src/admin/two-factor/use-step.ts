import { useMutation } from '@tanstack/react-query'
import { readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')

/** One step of a sequence. Success moves to the next step without a toast; a refusal is shown in place. */
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
    /** The server's reason, when it names no field. */
    fault: error && !isOfField ? readFault(error).message || t('unreachable') : null,
    /** Changes with every refusal; 0 means none. */
    attempt: error ? submittedAt : 0,
  }
}
