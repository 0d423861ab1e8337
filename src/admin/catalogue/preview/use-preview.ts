import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Language } from '../../../kernel/language.ts'
import { languageOf } from '../../../kernel/language-offer.ts'
import { agencyLanguages } from '../../agency-languages.ts'
import { readFault, readFieldErrors } from '../../api.ts'
import { useSettled } from '../../form/use-settled.ts'
import { say, textOf } from '../../text.ts'
import type { EditedKind } from '../edited-kind.ts'
import { errorPath, errorsAt, type FormErrors, onlyPaths, readForm } from '../form.ts'
import type { EditorState } from '../use-editor.ts'
import { type Draft, drawPage } from './draw-page.ts'
import { usePreviewChoice } from './preview-choice.ts'

const messages = textOf('shell')
const wide = () => matchMedia('(min-width: 80rem)')
function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** Whether the preview fits beside the form. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide().matches)

export interface Preview {
  /** The last page that could be drawn; null: none yet. */
  readonly html: string | null
  /** Of the fields that were changed. Others are blamed once staff save. */
  readonly errors: FormErrors
  /** Labels of the fields that keep the page from being drawn. */
  readonly missing: readonly string[]
  readonly fault: string | null
  readonly isDrawing: boolean
}

/** The shop's page of what is typed, drawn a moment after the last key. Nothing is sent while it is not shown. */
export function usePreview(edited: EditedKind, editor: EditorState, isShown: boolean): Preview {
  const { values, paths, stored } = editor
  const read = readForm(edited.fields, edited.details, values)
  const draft = useSettled<Draft | null>('errors' in read ? null : draftOf(edited, stored?.id, { ...read, paths }), 400)
  const language = usePreviewLanguage()
  const page = useQuery({
    queryKey: ['item-preview', draft, language],
    // The signal ends the request once the draft has changed.
    queryFn: ({ signal }) => drawPage({ draft: draft as Draft, language }, signal),
    enabled: isShown && draft !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const refused = readFieldErrors(page.error).map(({ path, message }) => [errorPath(path), message] as const)
  const all: FormErrors = 'errors' in read ? read.errors : Object.fromEntries(refused)
  const labels = edited.fields.filter(({ path }) => errorsAt(all, path).length > 0).map(({ spec }) => say(spec.label))
  const isFault = page.isError && refused.length === 0
  return {
    html: page.data ?? null,
    errors: isShown ? onlyOf(all, paths) : {},
    missing: labels,
    fault: isFault && draft !== null ? readFault(page.error).message || messages('unreachable') : null,
    isDrawing: page.isFetching,
  }
}

const draftOf = (
  { key }: EditedKind,
  id: string | undefined,
  { item, paths }: { readonly item: Parameters<typeof onlyPaths>[0]; readonly paths: readonly string[] },
): Draft => (id === undefined ? { kind: key, ...item } : { kind: key, id, ...onlyPaths(item, paths) })

const onlyOf = (errors: FormErrors, paths: readonly string[]): FormErrors =>
  Object.fromEntries(paths.flatMap((path) => errorsAt(errors, path)))

function usePreviewLanguage(): Language {
  const { language } = usePreviewChoice()
  return languageOf(language, agencyLanguages())
}

/** The preview of an editor, and where it is shown. */
export function useItemPreview(edited: EditedKind, editor: EditorState, isOpen: boolean) {
  const isWide = useWide()
  const choice = usePreviewChoice()
  const isBeside = isWide && choice.isBeside
  return {
    ...usePreview(edited, editor, isBeside || isOpen),
    isWide,
    isBeside,
    width: choice.width,
    language: usePreviewLanguage(),
  }
}
export type ItemPreview = ReturnType<typeof useItemPreview>
