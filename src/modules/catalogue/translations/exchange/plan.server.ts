/** What an uploaded translation of a field would change. Does not touch the database. */
import { isDeepStrictEqual } from 'node:util'
import { messageOfIssue } from '../../../../kernel/issue-message.ts'
import { foreignWords, type Text } from '../../../../kernel/messages.ts'
import {
  type GivenText,
  isBlank,
  notTranslated,
  type StoredTranslation,
  stateOf,
} from '../../../../kernel/translations.ts'
import { digestOf } from '../../../../platform/text-digest.server.ts'
import type { IncomingFile, IncomingUnit } from '../../../../platform/xliff/document.ts'
import { text } from '../../text.ts'
import type { TranslatableField } from '../original.ts'
import { schemaOf, unknownField } from '../rules.ts'
import { type Parts, partsOf, structureOf, withParts } from './parts.ts'

export type FieldPlan = { readonly path: string; readonly label: Text } & (
  | {
      readonly result: 'new' | 'changed'
      readonly given: GivenText
      /** Made from an older original: it is stored as outdated. */
      readonly isLate: boolean
    }
  | { readonly result: 'unchanged' }
  | { readonly result: 'refused'; readonly message: Text }
)
/** Null: nothing is translated, which leaves the field as it is. */
type Result = { readonly given: GivenText; readonly isLate: boolean } | { readonly message: Text } | 'unchanged' | null

interface Known {
  readonly original: unknown
  readonly stored: StoredTranslation
}

export interface KnownFields<Field extends TranslatableField> {
  readonly fields: readonly Field[]
  /** Of the field that a unit with this id belongs to. */
  readonly pathOf: (unitId: string) => string
  readonly original: (field: Field) => unknown
  readonly stored: StoredTranslation
}
export function planFields<Field extends TranslatableField>(
  units: readonly IncomingUnit[],
  { fields, pathOf, original, stored }: KnownFields<Field>,
): FieldPlan[] {
  const known = new Map(fields.map((field) => [field.path, field]))
  return [...Map.groupBy(units, ({ id }) => pathOf(id))].flatMap(([path, own]) => {
    const field = known.get(path)
    const plan = field ? planField(field, own, { original: original(field), stored }) : refusedField(path)
    return plan ? [plan] : []
  })
}

const refusedField = (path: string): FieldPlan => ({
  ...{ path: path.slice(0, 80), label: foreignWords(path.slice(0, 80)) },
  ...{ result: 'refused', message: unknownField(path) },
})

/** Nothing of the file can be stored. */
export const refusedFile = ({ id }: IncomingFile, message: Text, title = '') => ({
  ...{ id: id.slice(0, 80), title, before: notTranslated },
  fields: [{ path: '', label: '', result: 'refused' as const, message }],
})

export const givenIn = (fields: readonly FieldPlan[]): readonly GivenText[] =>
  fields.flatMap((field) => ('given' in field ? [field.given] : []))

function planField(field: TranslatableField, units: readonly IncomingUnit[], known: Known): FieldPlan | null {
  const { path, label } = field
  const result = resultOf(field, units, known)
  if (result === null) return null
  if (result === 'unchanged') return { path, label, result: 'unchanged' }
  if ('message' in result) return { path, label, result: 'refused', ...result }
  return { path, label, result: isBlank(known.stored.texts[path]) ? 'new' : 'changed', ...result }
}

const refuse = (message: Text) => ({ message })

function resultOf(field: TranslatableField, units: readonly IncomingUnit[], { original, stored }: Known): Result {
  const { path } = field
  const translated = units.filter(({ target }) => target !== null)
  if (translated.length === 0) return null
  if (translated.length < units.length || units.some(({ isPartial }) => isPartial))
    return refuse(text('translationFile.partial'))
  const source = withParts(field, keyed(field, units, 'source'))
  const target = withParts(field, keyed(field, units, 'target'))
  if (source === null || target === null) return refuse(text('translationFile.parts'))
  const parsed = schemaOf(field).safeParse(target)
  if (!parsed.success) {
    const [message = text('editing.text')] = parsed.error.issues.map((issue) => messageOfIssue(issue))
    return refuse(message)
  }
  const isCurrent = isDeepStrictEqual(keyed(field, units, 'source'), partsOf(field, original))
  const given = { path, source: digestOf(isCurrent ? original : source), value: parsed.data }
  const storable = { given, isLate: !isCurrent }
  const state = stateOf(path, digestOf(original), stored)
  if (isDeepStrictEqual(parsed.data, stored.texts[path]))
    return state === 'outdated' && isCurrent && units.every(({ isFinal }) => isFinal) ? storable : 'unchanged'
  if (!isCurrent && state === 'translated') return refuse(text('translationFile.newer'))
  if (field.input === 'richtext' && structureOf(String(source)) !== structureOf(String(parsed.data)))
    return refuse(text('translationFile.structure'))
  return storable
}

const keyed = ({ path }: TranslatableField, units: readonly IncomingUnit[], side: 'source' | 'target'): Parts =>
  new Map(units.map((unit) => [unit.id.slice(path.length + 1), unit[side] ?? '']))

export const unitId = (path: string, part: string): string => (part === '' ? path : `${path}.${part}`)
