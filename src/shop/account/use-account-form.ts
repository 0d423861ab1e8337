import { type FormEvent, useId } from 'react'
import { isEmail } from '../../modules/booking/index.ts'
import { type Failed, type FieldErrors, useSending } from '../form/use-sending.ts'
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

/** What is wrong, in the form's order. A field that is still empty counts only as the first: others come in their turn. */
const wrongIn = (values: Values, checks: AccountFormInput['checks']): FieldErrors => {
  const wrong = Object.entries(checks).flatMap(([name, check]) => {
    const message = check(values[name] ?? '')
    return message ? [[name, message] as const] : []
  })
  return Object.fromEntries(wrong.filter(([name], place) => place === 0 || values[name]?.trim()))
}

/** The first wrong field gets the focus; each error leaves when its field is corrected. */
export function useAccountForm({ checks, send }: AccountFormInput) {
  const id = useId()
  const fieldId = (name: string) => `${id}-${name}`
  const sending = useSending<Values>({
    valuesOf,
    check: (values) => wrongIn(values, checks),
    send,
    onWrong: (errors) => {
      const [first = ''] = Object.keys(errors)
      document.getElementById(fieldId(first))?.focus()
    },
  })
  const correct = ({ target }: FormEvent<HTMLFormElement>) => sending.forgive((target as HTMLInputElement).name)
  return { ...sending, fieldId, correct }
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
