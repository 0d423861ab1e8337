import { useEffect, useRef, useState } from 'react'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { UploadError } from './send-file.ts'
import { dropUpload, type StagedDocument, stageDocument } from './stage-document.ts'

export interface DocumentState {
  readonly value: StagedDocument | null
  /** Percent while it is uploading. */
  readonly progress: number | null
  readonly error: string
  readonly canRetry: boolean
}
const none: DocumentState = { value: null, progress: null, error: '', canRetry: false }

export interface StagedDocuments {
  readonly of: (key: string) => DocumentState
  readonly upload: (key: string, file: File) => Promise<void>
  readonly remove: (key: string) => void
  readonly clear: () => void
  /** The uploaded documents, by key. */
  readonly given: Readonly<Record<string, StagedDocument>>
  readonly isSending: boolean
}

const slotOf = (draftKey: string) => `safar-documents:${draftKey}`
const isStaged = (value: unknown): value is StagedDocument => {
  const { name, upload, expiresAt } = (value ?? {}) as Partial<Record<keyof StagedDocument, unknown>>
  return typeof name === 'string' && typeof upload === 'string' && Date.parse(String(expiresAt)) > Date.now()
}
function readKept(draftKey: string): Record<string, StagedDocument> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(slotOf(draftKey)) ?? '{}')
    return Object.fromEntries(Object.entries(kept as object).filter(([, value]) => isStaged(value)))
  } catch {
    return {}
  }
}
function keep(draftKey: string, given: Readonly<Record<string, StagedDocument>>): void {
  try {
    sessionStorage.setItem(slotOf(draftKey), JSON.stringify(given))
  } catch {
    // Without storage the form still works, but a reload asks for the documents again.
  }
}

/**
 * The documents of a form. Each is uploaded as soon as it is chosen and remembered for this tab, so that a reload loses
 * none. `draftKey` names the form.
 */
export function useStagedDocuments(draftKey: string): StagedDocuments {
  const t = useText('documentField')
  const [states, setStates] = useState<Readonly<Record<string, DocumentState>>>({})
  const [isRead, setRead] = useState(false)
  // The newest upload of a field counts, even if an earlier one finishes later.
  const newest = useRef(new Map<string, number>())
  useEffect(() => {
    const kept = Object.entries(readKept(draftKey)).map(([key, value]) => [key, { ...none, value }] as const)
    setStates(Object.fromEntries(kept))
    setRead(true)
  }, [draftKey])
  const given = Object.fromEntries(
    Object.entries(states).flatMap(([key, { value }]) => (value ? [[key, value] as const] : [])),
  )
  const givenText = JSON.stringify(given)
  useEffect(() => {
    if (isRead) keep(draftKey, JSON.parse(givenText) as Record<string, StagedDocument>)
  }, [isRead, draftKey, givenText])

  const change = (key: string, next: Partial<DocumentState>) =>
    setStates((known) => ({ ...known, [key]: { ...(known[key] ?? none), ...next } }))
  const upload = async (key: string, file: File) => {
    const turn = (newest.current.get(key) ?? 0) + 1
    newest.current.set(key, turn)
    const changeIfNewest = (next: Partial<DocumentState>) => {
      if (newest.current.get(key) === turn) change(key, next)
    }
    changeIfNewest({ progress: 0, error: '', canRetry: false })
    try {
      const value = await stageDocument(file, (progress) => changeIfNewest({ progress }))
      changeIfNewest({ value, progress: null })
    } catch (error) {
      const uploadError = error instanceof UploadError ? error : null
      const about = uploadError?.objection ?? 'failed'
      const text = about === 'failed' ? uploadError?.message || t('failed.text') : t(`${about}.text`)
      changeIfNewest({ progress: null, error: `${t(`${about}.title`)}: ${text}`, canRetry: about === 'failed' })
      showProblem(t(`${about}.title`), text)
    }
  }
  return {
    of: (key) => states[key] ?? none,
    upload,
    remove: (key) => {
      const gone = states[key]?.value
      if (gone) dropUpload(gone.upload)
      newest.current.set(key, (newest.current.get(key) ?? 0) + 1)
      change(key, none)
    },
    clear: () => setStates({}),
    given,
    isSending: Object.values(states).some(({ progress }) => progress !== null),
  }
}
