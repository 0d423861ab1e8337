/** What the undo of an import does with each item. Pure. */
import type { Language } from '../../../kernel/language.ts'
import type { Text } from '../../../kernel/messages.ts'
import type { GivenText } from '../../../kernel/translations.ts'
import type { Details } from '../../../services/kind.ts'
import { text } from '../text.ts'

export type UndoOutcome = 'trashed' | 'archived' | 'put-back' | 'left'

/** The columns that an import fills. All others follow from them. */
const columns = [
  'title',
  'status',
  'is_featured',
  'currency',
  'summary',
  'featured_image',
  'seo_title',
  'seo_description',
] as const
type Content = Readonly<Record<(typeof columns)[number], unknown>> & { readonly details: Details }

/** What an import replaced in the translation of an item into a language. */
export interface OldTranslation {
  readonly language: Language
  /** Of the translation that the import left. */
  readonly version: number
  readonly texts: readonly GivenText[]
}

/** What an import replaced in an item. */
export interface OldValues {
  readonly columns: Partial<Omit<Content, 'details'>>
  readonly details: Details
  /** Details that the item did not have before. */
  readonly added: readonly string[]
  /** Undefined in imports of earlier versions. */
  readonly translations?: readonly OldTranslation[]
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Keeps only what differs, because most imports change a few fields of long items. */
export function oldValues(before: Content, after: Content): OldValues {
  const changed = columns.filter((name) => !isSame(before[name], after[name]))
  const details = Object.entries(before.details).filter(([name, value]) => !isSame(value, after.details[name]))
  return {
    columns: Object.fromEntries(changed.map((name) => [name, before[name]])),
    details: Object.fromEntries(details),
    added: Object.keys(after.details).filter((name) => before.details[name] === undefined),
  }
}

/** The details of the item as they were before the import. */
export function oldDetails(now: Details, { details, added }: OldValues): Details {
  const kept = Object.entries(now).filter(([name]) => !added.includes(name))
  return { ...Object.fromEntries(kept), ...details }
}

/** A stored row of the import. */
export interface StoredRow {
  readonly plan: string | null
  readonly version: number | null
  readonly old_values: OldValues | null
}
type Item = { readonly version: number; readonly trashed_at: Date | null }
type UndoStep = { readonly step: 'remove' } | { readonly step: 'put-back'; readonly old: OldValues } | Left
type Left = { readonly step: 'leave'; readonly reason: Text }

const leave = (reason: Text): Left => ({ step: 'leave', reason })

/**
 * An item that changed since the import stays as it is: later work is never undone. `versionIn`: of its translation into
 * a language.
 */
export function undoStep(
  { plan, version, old_values: old }: StoredRow,
  item: Item | undefined,
  versionIn: (language: string) => number = () => 0,
): UndoStep {
  if (!item) return leave(text('bulk.gone'))
  if (item.trashed_at !== null) return leave(text('bulk.undo.inTrash'))
  if (item.version !== version) return leave(text('bulk.undo.changedSince'))
  if (plan === 'create') return { step: 'remove' }
  if (old === null) return leave(text('bulk.undo.notKept'))
  const isChanged = old.translations?.some(({ language, version }) => versionIn(language) !== version)
  return isChanged ? leave(text('bulk.undo.changedSince')) : { step: 'put-back', old }
}

const undoDays = 30
const dayMs = 86_400_000
/** The import may be undone before that. */
export const undoUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + undoDays * dayMs)
/** Imports that finished until then can no longer be undone. */
export const finishedUntil = (now: Date): Date => new Date(now.getTime() - undoDays * dayMs)
