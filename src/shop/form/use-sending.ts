import { type FormEvent, useRef, useState } from 'react'
import type { FieldError } from '../../kernel/refusal.ts'
import { clearProblem } from './problem-toast.ts'

/** Errors by field name. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>

export interface Failed {
  readonly errors?: FieldErrors
  readonly failure?: string
}

interface Outcome {
  readonly errors: FieldErrors
  /** Why the last attempt failed as a whole; '' if it did not. */
  readonly failure: string
  /** Counts attempts with wrong fields: each moves the focus to the first of them. */
  readonly attempt: number
  readonly isSent: boolean
}

interface SendingInput<Values> {
  readonly valuesOf: (form: HTMLFormElement) => Values
  /** Errors found without the server; nothing is sent while there are any. */
  readonly check: (values: Values) => FieldErrors
  /** Null on success. */
  readonly send: (values: Values) => Promise<Failed | null>
  readonly onWrong?: (errors: FieldErrors) => void
}

export const byField = (errors: readonly FieldError<string>[]): FieldErrors =>
  Object.fromEntries(errors.map(({ path, message }) => [path, message]))

/** An uncontrolled form: checked on submit, sent once at a time; a failure changes nothing in it. */
export function useSending<Values>({ valuesOf, check, send, onWrong }: SendingInput<Values>) {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ errors: {}, failure: '', attempt: 0, isSent: false })
  const tell = ({ errors = {}, failure = '' }: Failed, isSent = false) => {
    const isWrong = Object.keys(errors).length > 0
    setOutcome(({ attempt }) => ({ errors, failure, isSent, attempt: attempt + (isWrong ? 1 : 0) }))
    if (isWrong) onWrong?.(errors)
    return isWrong
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning.current) return
    const values = valuesOf(event.currentTarget)
    clearProblem()
    if (tell({ errors: check(values) })) return
    isRunning.current = true
    setBusy(true)
    try {
      const failed = await send(values)
      tell(failed ?? {}, failed === null)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  /** Removes the error of a field that is being corrected. */
  const forgive = (name: string) =>
    setOutcome((known) => (known.errors[name] ? { ...known, errors: { ...known.errors, [name]: undefined } } : known))
  return { ...outcome, isBusy, submit, forgive }
}
