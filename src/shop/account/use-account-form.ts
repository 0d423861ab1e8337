import { type FormEvent, useId, useRef, useState } from 'react'
import { isEmail } from '../../modules/booking/index.ts'
import { useText } from '../intl.tsx'
import { clearProblem } from '../problem-toast.ts'

export type Values = Readonly<Record<string, string>>
export type FieldErrors = Readonly<Record<string, string>>

/** What each field of these forms must be; checked again by the server. */
export type Check = (value: string) => string | null

interface AccountFormInput {
  readonly checks: Readonly<Record<string, Check>>
  /** Answers with what is wrong, field by field, or nothing. */
  readonly send: (values: Values) => Promise<FieldErrors | null>
}

/** A short form: checked when it is sent, the first wrong field gets the focus, one sending at a time. */
export function useAccountForm({ checks, send }: AccountFormInput) {
  const id = useId()
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const fieldId = (name: string) => `${id}-${name}`
  const show = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) document.getElementById(fieldId(first))?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const found = Object.entries(checks).flatMap(([name, check]) => {
      const message = check(values[name] ?? '')
      return message ? [[name, message]] : []
    })
    show(Object.fromEntries(found))
    if (found.length > 0 || isRunning.current) return
    isRunning.current = true
    clearProblem()
    setBusy(true)
    try {
      show((await send(values)) ?? {})
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { fieldId, errors, isBusy, submit }
}

/** The checks of the account forms, in the visitor's language. */
export function useChecks() {
  const t = useText('auth')
  const required =
    (message: string): Check =>
    (value) =>
      value.trim() === '' ? message : null
  return {
    required,
    name: required(t('nameRequired')),
    email: (value: string) =>
      value.trim() === '' ? t('emailRequired') : isEmail(value.trim()) ? null : t('emailInvalid'),
    password: required(t('passwordRequired')),
  }
}
