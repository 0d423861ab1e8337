import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Translated, TranslatedField } from '../../kernel/translation-contract.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault, readFieldErrors } from '../api.ts'
import { errorPath, type FormErrors, fromControl, toControl } from '../catalogue/form.ts'
import { textOf } from '../text.ts'
import type { TextSource } from './sources.ts'

const t = textOf('translations')

/** How a field is edited, as in the item's own form. */
export const specOf = ({ input, label, path }: TranslatedField): FieldSpec => ({
  ...{ name: path, label, group: 'basic' },
  input: input as FieldSpec['input'],
})
const heldOf = (field: TranslatedField): unknown => toControl(specOf(field), field.value, '')

/** What was typed, by field, and the fields whose translation is confirmed as it is. */
interface Typed {
  readonly values: Readonly<Record<string, unknown>>
  readonly confirmed: readonly string[]
}
const nothing: Typed = { values: {}, confirmed: [] }

const sentOf = ({ fields }: Translated, { values, confirmed }: Typed) =>
  fields.flatMap((field) => {
    const { path, source } = field
    if (!(path in values)) return confirmed.includes(path) ? [{ path, source, value: field.value }] : []
    const read = fromControl(specOf(field), values[path], '')
    return 'value' in read ? [{ path, source, value: read.value }] : []
  })

const errorsOf = (error: unknown): FormErrors =>
  Object.fromEntries(readFieldErrors(error).map(({ path, message }) => [errorPath(path), message]))

const keyOf = ({ key }: TextSource, language: string) => ['translation', key, language]
const useStored = (source: TextSource, language: string) =>
  useQuery({
    queryKey: keyOf(source, language),
    queryFn: () => source.get(language),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Texts in one language: what is stored, what is typed, and saving it. */
export function useTranslation(source: TextSource, language: string) {
  const client = useQueryClient()
  const stored = useStored(source, language)
  const [typed, setTyped] = useState<Typed>(nothing)
  const [errors, setErrors] = useState<FormErrors>({})
  const [attempt, setAttempt] = useState(0)
  const saving = useMutation({
    mutationFn: (now: Translated) => source.save(language, { version: now.version, fields: sentOf(now, typed) }),
    onSuccess: async (saved) => {
      client.setQueryData(keyOf(source, language), saved)
      setTyped(nothing)
      showToast({ tone: 'success', title: t('saved') })
      await client.invalidateQueries({ queryKey: ['translations', source.key] })
      // Lists show how far each one is translated.
      for (const key of ['catalogue', 'sliders', 'menu', 'pages']) void client.invalidateQueries({ queryKey: [key] })
    },
    onError: async (error) => {
      setErrors(errorsOf(error))
      setAttempt((count) => count + 1)
      showToast({ tone: 'error', title: t('notSaved'), description: readFault(error).message })
      // What was typed stays; the next save is based on what others have stored.
      if (readFault(error).status === 409) await stored.refetch()
    },
  })
  return {
    ...{ stored, errors, attempt },
    isSaving: saving.isPending,
    isDirty: Object.keys(typed.values).length + typed.confirmed.length > 0,
    held: (field: TranslatedField): unknown => (field.path in typed.values ? typed.values[field.path] : heldOf(field)),
    isConfirmed: (path: string) => typed.confirmed.includes(path),
    change: (path: string, value: unknown) => {
      setTyped((now) => ({ ...now, values: { ...now.values, [path]: value } }))
      setErrors(({ [path]: _, ...others }) => others)
    },
    confirm: (path: string) => setTyped((now) => ({ ...now, confirmed: [...now.confirmed, path] })),
    forget: () => {
      setTyped(nothing)
      setErrors({})
    },
    save: () => stored.data && saving.mutate(stored.data),
  }
}
export type TranslationState = ReturnType<typeof useTranslation>
