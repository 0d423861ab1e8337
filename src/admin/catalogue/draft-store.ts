/** Unsaved changes of an item's editor, kept in the browser for each person and item. */
import type { FormValues } from './form.ts'

export interface Draft {
  /** When it was last changed, as an ISO instant. */
  readonly at: string
  /** The version that was edited; null: a new item. */
  readonly version: number | null
  /** The changed fields only, by path. */
  readonly values: FormValues
}
export interface DraftOf {
  readonly userId: string
  readonly kind: string
  /** Null: a new item. */
  readonly itemId: string | null
}

const prefix = 'safar.item-draft.'
const keptDays = 14
const keyOf = ({ userId, kind, itemId }: DraftOf): string => `${prefix}${userId}.${kind}.${itemId ?? 'new'}`

/** Null where the browser allows none: nothing is kept then. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** What is too old or cannot be read is no draft. */
export function readDraft(which: DraftOf, now: Date): Draft | null {
  try {
    const draft = JSON.parse(storage()?.getItem(keyOf(which)) ?? 'null') as Draft | null
    if (draft === null || typeof draft.values !== 'object' || draft.values === null) return null
    const age = now.getTime() - Date.parse(draft.at)
    return age >= 0 && age < keptDays * 86_400_000 ? draft : null
  } catch {
    return null
  }
}

/** Null removes it. A full or forbidden store keeps nothing. */
export function writeDraft(which: DraftOf, draft: Draft | null): void {
  try {
    if (draft === null) storage()?.removeItem(keyOf(which))
    else storage()?.setItem(keyOf(which), JSON.stringify(draft))
  } catch {
    // The form works without.
  }
}

/** Of everybody in this browser. */
export function forgetDrafts(): void {
  const held = storage()
  for (const key of Object.keys(held ?? {})) if (key.startsWith(prefix)) held?.removeItem(key)
}
