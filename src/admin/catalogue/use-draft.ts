import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { type Draft, readDraft, writeDraft } from './draft-store.ts'
import type { EditedKind } from './edited-kind.ts'
import type { EditorState } from './use-editor.ts'

/**
 * Keeps what is not saved yet, and offers what an earlier visit has left. While that is offered, it is not replaced.
 */
export function useDraft(edited: EditedKind, editor: EditorState) {
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  const { stored, values, paths } = editor
  const userId = session.data?.user?.id ?? ''
  // A new item keeps its key after the first save, which then removes the draft.
  const [which] = useState({ userId, kind: edited.key, itemId: stored?.id ?? null })
  const [offer, setOffer] = useState(() => differing(edited, editor, readDraft(which, new Date())))
  useEffect(() => {
    if (offer !== null || which.userId === '') return
    const changed = Object.fromEntries(paths.map((path) => [path, values[path]]))
    const draft = { at: new Date().toISOString(), version: stored?.version ?? null, values: changed }
    writeDraft(which, paths.length > 0 ? draft : null)
  }, [offer, which, paths, values, stored])
  return {
    offer,
    /** The item was saved by someone else since. */
    isOutdated: offer !== null && offer.version !== (stored?.version ?? null),
    restore: () => {
      for (const [path, value] of Object.entries(offer?.values ?? {})) editor.change(path, value)
      setOffer(null)
    },
    discard: () => setOffer(null),
  }
}

/** The part of a draft that the form does not have; null: nothing. */
function differing({ fields }: EditedKind, { values }: EditorState, draft: Draft | null): Draft | null {
  if (draft === null) return null
  const known = fields.map(({ path }) => path)
  const left = Object.entries(draft.values).filter(
    ([path, value]) => known.includes(path) && JSON.stringify(value) !== JSON.stringify(values[path]),
  )
  return left.length > 0 ? { ...draft, values: Object.fromEntries(left) } : null
}
