import { type FormEvent, useEffect, useId, useRef } from 'react'
import type { FieldError } from '../../kernel/refusal.ts'
import { useSay } from '../../ui/say.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../client/api.ts'
import { readKept, writeKept } from './kept.ts'
import { showProblem } from './problem-toast.ts'
import { byField, useSending } from './use-sending.ts'

/** Never overwrites what was typed before the page came alive. */
export function fillEmpty(form: HTMLFormElement | null, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const control = form?.elements.namedItem(name)
    if (control && 'value' in control && control.value === '' && value) control.value = String(value)
  }
}

interface DraftFormInput<Values> {
  /** The storage key of the draft, which survives a reload until it is sent. */
  readonly draft: string
  readonly valuesOf: (form: HTMLFormElement) => Values
  /** The part of the values that is stored; all by default. */
  readonly keptOf?: (values: Values) => object
  readonly check: (values: Values) => readonly FieldError[]
  /** Throws the server's refusal. */
  readonly send: (values: Values) => Promise<void>
  readonly words: (key: 'send' | 'sending' | 'sentTitle' | 'sentText' | 'failedTitle' | 'failedText') => string
}

/** A form with a stored draft. Shows errors at the field, above the form and in a toast. */
export function useDraftForm<Values extends object>({ draft, words, keptOf, ...input }: DraftFormInput<Values>) {
  const id = useId()
  const say = useSay()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => fillEmpty(form.current, readKept(draft)), [draft])
  const sending = useSending<Values>({
    valuesOf: input.valuesOf,
    check: (values) => byField(input.check(values).map(({ path, message }) => ({ path, message: say(message) }))),
    send: async (values) => {
      try {
        await input.send(values)
      } catch (error) {
        const { errors, message } = readProblem(error)
        if (errors.length > 0) return { errors: byField(errors) }
        const failure = message || words('failedText')
        showProblem(words('failedTitle'), failure)
        return { failure }
      }
      form.current?.reset()
      writeKept(draft, {})
      showToast({ tone: 'success', title: words('sentTitle'), description: words('sentText') })
      return null
    },
  })
  return {
    ...sending,
    form,
    words,
    controlId: (field: string) => `${id}-${field}`,
    keep: (event: FormEvent<HTMLFormElement>) => {
      const typed = input.valuesOf(event.currentTarget)
      writeKept(draft, keptOf ? keptOf(typed) : typed)
      sending.forgive((event.target as HTMLInputElement).name)
    },
  }
}
export type DraftFormState = ReturnType<typeof useDraftForm>
