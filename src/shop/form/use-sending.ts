import { type FormEvent, useRef, useState } from 'react'
import type { FieldError } from '../../kernel/refusal.ts'
import { clearProblem } from '../problem-toast.ts'

/** What is wrong, by the name of the field. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>

/** How a sending failed: at its fields, or as a whole. */
export interface Failed {
  readonly errors?: FieldErrors
  readonly failure?: string
}

interface Outcome {
  readonly errors: FieldErrors
  /** Why the last attempt failed as a whole; '' where it did not. */
  readonly failure: string
  /** Counts what was wrong at fields: each new number moves the focus to the first of them. */
  readonly attempt: number
  readonly isSent: boolean
}

interface SendingInput<Values> {
  readonly valuesOf: (form: HTMLFormElement) => Values
  /** What can be told without the server; nothing is sent while it finds something. */
  readonly check: (values: Values) => FieldErrors
  /** `null` when it worked. */
  readonly send: (values: Values) => Promise<Failed | null>
  readonly onWrong?: (errors: FieldErrors) => void
}

export const byField = (errors: readonly FieldError[]): FieldErrors =>
  Object.fromEntries(errors.map(({ path, message }) => [path, message]))

/** A form whose fields belong to the browser: checked when it is sent, sent once at a time; a failure leaves all as it is. */
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
  /** A field that is being put right no longer accuses. */
  const forgive = (name: string) =>
    setOutcome((known) => (known.errors[name] ? { ...known, errors: { ...known.errors, [name]: undefined } } : known))
  return { ...outcome, isBusy, submit, forgive }
}
