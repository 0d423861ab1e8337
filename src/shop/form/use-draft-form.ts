import { type FormEvent, useEffect, useId, useRef } from 'react'
import type { FieldError } from '../../kernel/refusal.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../api.ts'
import { readKept, writeKept } from '../kept.ts'
import { showProblem } from '../problem-toast.ts'
import { byField, useSending } from './use-sending.ts'

/** What stands in a field already, typed before the page came alive, is never written over. */
export function fillEmpty(form: HTMLFormElement | null, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const control = form?.elements.namedItem(name)
    if (control && 'value' in control && control.value === '' && value) control.value = String(value)
  }
}

interface DraftFormInput<Values> {
  /** Where this tab keeps what was typed: it comes back after a reload, until it is sent. */
  readonly draft: string
  readonly valuesOf: (form: HTMLFormElement) => Values
  /** What of it is kept; all, unless given. */
  readonly keptOf?: (values: Values) => object
  readonly check: (values: Values) => readonly FieldError[]
  /** Throws what the server refused. */
  readonly send: (values: Values) => Promise<void>
  /** The form's texts. */
  readonly words: (key: 'send' | 'sending' | 'sentTitle' | 'sentText' | 'failedTitle' | 'failedText') => string
}

/** A form that is written at leisure; says at the field, above the form and in a message what is wrong. */
export function useDraftForm<Values extends object>({ draft, words, keptOf, ...input }: DraftFormInput<Values>) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => fillEmpty(form.current, readKept(draft)), [draft])
  const sending = useSending<Values>({
    valuesOf: input.valuesOf,
    check: (values) => byField(input.check(values)),
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
