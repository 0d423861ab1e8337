import { useId } from 'react'
import { isEmail } from '../../modules/booking/index.ts'
import { type Failed, useSending } from '../form/use-sending.ts'
import { useText } from '../intl/intl.tsx'

export type Values = Readonly<Record<string, string>>

/** The checks of the account forms. The server repeats them. */
export type Check = (value: string) => string | null

interface AccountFormInput {
  readonly checks: Readonly<Record<string, Check>>
  /** Null on success. */
  readonly send: (values: Values) => Promise<Failed | null>
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** The first wrong field gets the focus. */
export function useAccountForm({ checks, send }: AccountFormInput) {
  const id = useId()
  const fieldId = (name: string) => `${id}-${name}`
  const sending = useSending<Values>({
    valuesOf,
    check: (values) =>
      Object.fromEntries(
        Object.entries(checks).flatMap(([name, check]) => {
          const message = check(values[name] ?? '')
          return message ? [[name, message]] : []
        }),
      ),
    send,
    onWrong: (errors) => {
      const [first = ''] = Object.keys(errors)
      document.getElementById(fieldId(first))?.focus()
    },
  })
  return { ...sending, fieldId }
}

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
