/**
 * Digests of an item's texts, stored with the item. Triggers compare them with those of its translations (migration 0123).
 */
import type { Sources } from '../../../kernel/translations.ts'
import { digestOf } from '../../../platform/text-digest.server.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import type { Original } from './original.ts'
import { picturesPath } from './pictures.ts'
import { fieldsToTranslate, originalAt, translatableFields } from './rules.ts'

/** Names the fields of a kind that can be translated; a version with others has another mark. */
export const fieldsMark = (specs: readonly FieldSpec[]): string =>
  digestOf([...translatableFields(specs).map(({ path }) => path), picturesPath])

/** The same for an item about to be stored as for one that was read. */
export const textDigests = (item: Original, specs: readonly FieldSpec[]): Sources =>
  Object.fromEntries(
    fieldsToTranslate(item, specs).map(({ path }) => [path, digestOf(asRead(originalAt(item, specs, path)))]),
  )

/** As jsonb returns a value: keys by length, then by character. */
function asRead(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asRead)
  if (typeof value === 'string') return value.toWellFormed()
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = entries.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, each]) => [key, asRead(each)]))
}
