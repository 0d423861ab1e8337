import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminService } from '../../modules/catalogue/contract.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { failureOf } from './failure.ts'
import {
  changedPaths,
  compare,
  errorPath,
  errorsAfter,
  type FormErrors,
  type FormValues,
  formOf,
  type Item,
  newForm,
  onlyPaths,
  readForm,
} from './form.ts'
import { leftBehindOf } from './left-behind.ts'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
type Create = Parameters<typeof api.catalogue.admin.create>[0]
type Update = Parameters<typeof api.catalogue.admin.update>[0]

type Sending = { readonly item: Item; readonly confirmed?: string }
type Base = { readonly stored: AdminService | null; readonly values: FormValues }

export function useEditor(edited: EditedKind, initially: AdminService | null, onSaved: (item: AdminService) => void) {
  const { fields, details } = edited
  const [base, setBase] = useState<Base>(() => baseOf(edited, initially))
  const [values, setValues] = useState(base.values)
  const [errors, setErrors] = useState<FormErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [theirs, setTheirs] = useState<AdminService | null>(null)
  const changed = useCatalogueChanged(edited)
  const paths = changedPaths(fields, base.values, values)

  const refuse = (fieldErrors: FormErrors) => {
    setErrors(fieldErrors)
    setAttempt((count) => count + 1)
  }
  const goOnFrom = (item: AdminService, next: FormValues) => {
    setBase(baseOf(edited, item))
    setValues(next)
  }
  const saving = useMutation({
    mutationFn: (sending: Sending) => send(edited, base, { ...sending, paths }),
    onSuccess: (item) => {
      showToast({ tone: 'success', title: t(base.stored ? 'updated' : 'created', { entity: edited.entity }) })
      goOnFrom(item, baseOf(edited, item).values)
      changed()
      onSaved(item)
    },
    onError: async (error) => {
      if (leftBehindOf(error)) return
      showToast({ tone: 'error', title: messages('error'), description: failureOf(edited, 'saveFailed', error) })
      const faults = readFieldErrors(error)
      if (faults.length > 0) refuse(Object.fromEntries(faults.map(({ path, message }) => [errorPath(path), message])))
      else if (readFault(error).status === 409 && base.stored) setTheirs(await readTheirs(base.stored))
    },
  })

  return {
    values,
    errors,
    attempt,
    paths,
    isDirty: paths.length > 0,
    isSaving: saving.isPending,
    fault: faultOf(saving.error, errors),
    stored: base.stored,
    change: (path: string, value: unknown) => {
      setValues((now) => ({ ...now, [path]: value }))
      setErrors((now) => errorsAfter(now, path, { before: values[path], now: value }))
    },
    save: () => {
      const read = readForm(fields, details, values)
      if ('errors' in read) return refuse(read.errors)
      setErrors({})
      saving.mutate({ item: read.item })
    },
    /** The item was changed beside the form, which keeps what was entered. */
    adopt: (item: AdminService) => goOnFrom(item, { ...baseOf(edited, item).values, ...pick(values, paths) }),
    /** Bookings that lose their departure by this change; null unless the server has asked. */
    question: leftBehindOf(saving.error),
    saveAnyway: (confirmed: string) => saving.variables && saving.mutate({ ...saving.variables, confirmed }),
    closeQuestion: saving.reset,
    conflict:
      theirs === null ? null : { theirs: formOf(fields, theirs), ...compareWith(edited, base.values, values, theirs) },
    /** Continues from the other person's version with these values; the next Save sends the differences. */
    settle: (next: FormValues) => {
      if (!theirs) return
      goOnFrom(theirs, next)
      setTheirs(null)
      saving.reset()
    },
  }
}
export type EditorState = ReturnType<typeof useEditor>

const pick = (values: FormValues, paths: readonly string[]): FormValues =>
  Object.fromEntries(paths.map((path) => [path, values[path]]))

/** Null: it is gone, or in the trash. There is nothing to settle then, and the server's reason says what to do. */
async function readTheirs({ id }: AdminService): Promise<AdminService | null> {
  const stored = await api.catalogue.admin.get({ id }).catch(() => null)
  return stored?.removed?.is_in_trash ? null : stored
}

/** Null where the error is shown in another way. */
const faultOf = (error: Error | null, errors: FormErrors): string | null =>
  error === null || leftBehindOf(error) || Object.keys(errors).length > 0
    ? null
    : readFault(error).message || messages('unreachable')

/** An update sends the changed fields only. */
function send(
  { key }: EditedKind,
  { stored }: Base,
  { item, confirmed, paths }: Sending & { readonly paths: readonly string[] },
) {
  if (!stored) return api.catalogue.admin.create({ kind: key, ...item } as Create)
  const { id, version } = stored
  return api.catalogue.admin.update({ id, version, ...onlyPaths(item, paths), confirmed } as Update)
}

function baseOf(edited: EditedKind, stored: AdminService | null): Base {
  return { stored, values: stored ? formOf(edited.fields, stored) : newForm(edited.fields) }
}
const compareWith = (edited: EditedKind, base: FormValues, mine: FormValues, theirs: AdminService) =>
  compare(edited.fields, { base, mine, theirs: formOf(edited.fields, theirs) })
