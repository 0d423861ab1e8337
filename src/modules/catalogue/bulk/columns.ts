/**
 * The columns of a kind's table and their cell format. Templates, exports and uploads share it, so that an export can
 * be uploaded unchanged.
 */

import type { Language } from '../../../kernel/language.ts'
import type { Say } from '../../../kernel/messages.ts'
import { currencies, exponentOf, formatAmount, isShopCurrency, money, parseAmount } from '../../../kernel/money.ts'
import { maxAlt } from '../../../kernel/pictures.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import type { CancellationStep } from '../../../services/shared/cancellation.ts'
import { writeStep } from '../../../services/shared/cancellation-steps.ts'
import {
  nationalityExample,
  readNationalityRule,
  writeNationalityRule,
} from '../../../services/shared/nationality-notation.ts'
import type { NationalityRule } from '../../../services/shared/nationality-rules.ts'
import { questionsExample } from '../../../services/shared/question-fields.ts'
import { readResource, writeResource } from '../../../services/shared/resource-notation.ts'
import { readSchedule, scheduleExample, writeSchedule } from '../../../services/shared/schedule-notation.ts'
import type { StoredResource } from '../../../services/shared/stored-resources.ts'
import type { StoredSchedule } from '../../../services/shared/stored-schedules.ts'
import type en from '../messages/en.json'
import { galleryOf } from '../rules.ts'
import { text } from '../text.ts'
import type { TranslatableField } from '../translations/original.ts'
import { picturesPath } from '../translations/pictures.ts'
import { translatableFields } from '../translations/rules.ts'

export type Column = Pick<FieldSpec, 'name' | 'label' | 'input' | 'required' | 'options' | 'default'> & {
  /** Set for columns shared by all kinds; otherwise the column is a field of the kind. */
  readonly isShared?: true
}
/** A column with the translations of another one into a language: 'title [ar]'. */
export type TranslatedColumn = Pick<Column, 'name' | 'label'> & {
  /** The column of the originals. */
  readonly of: string
  readonly language: Language
  readonly field: TranslatableField
}
export type RowInput = Readonly<{ shared: Record<string, unknown>; details: Record<string, unknown> }>
/** The field that each column of the file fills, or null. */
export type Mapping = readonly (string | null)[]

const shared = (name: keyof typeof en.fields, input: Column['input'], more: Partial<Column> = {}): Column => ({
  name,
  label: text(`fields.${name}`),
  input,
  isShared: true,
  ...more,
})
const first = [
  shared('title', 'text'),
  shared('slug', 'text'),
  shared('status', 'select', { options: ['active', 'inactive'], default: 'active' }),
  shared('is_featured', 'switch', { default: false }),
  shared('currency', 'select', { options: currencies }),
  shared('summary', 'textarea'),
]
const last = [shared('featured_image', 'image'), shared('seo_title', 'text'), shared('seo_description', 'textarea')]

export const columnsOf = (specs: readonly FieldSpec[]): readonly Column[] => [...first, ...specs, ...last]

export const translatedColumns = (
  specs: readonly FieldSpec[],
  languages: readonly Language[],
): readonly TranslatedColumn[] =>
  [
    ...translatableFields(specs).map((field) => ({ of: field.path.replace('details.', ''), field })),
    ...pictureColumns(specs),
  ].flatMap(({ of, field }) =>
    languages.map((language) => ({
      ...{ of, language, field, name: `${of} [${language}]` },
      label: text('bulk.translatedColumn', { label: field.label, language }),
    })),
  )
/** Their cells repeat the pictures with the translated alt texts, so the order of the pictures does not matter. */
const pictureColumns = (specs: readonly FieldSpec[]) =>
  columnsOf(specs)
    .filter(({ name }) => name === 'featured_image' || name === galleryOf(specs))
    .map(({ name: of, label, input }) => ({ of, field: { path: picturesPath, label, input, max: maxAlt } }))

/** Semicolons separate list entries (A295). Within an entry, write '\;' for a semicolon and '\\' for a backslash. */
const writeList = (entries: readonly unknown[]): string =>
  entries.map((entry) => String(entry).replace(/[\\;]/g, '\\$&')).join('; ')
export function readList(cell: string): string[] {
  const entries = cell.match(/(?:\\[\\;]|[^;])+/g) ?? []
  return entries.map((entry) => entry.replace(/\\([\\;])/g, '$1').trim()).filter((entry) => entry !== '')
}

const listInputs: readonly Column['input'][] = [
  ...(['list', 'images', 'times', 'terms', 'schedules', 'resources', 'nationality-rules'] as const),
]
const isListInput = (input: Column['input']) => listInputs.includes(input)
/** Rows of several texts are JSON; uploads may write them as a list. */
const isJsonInput = (input: Column['input']) => input === 'itinerary' || input === 'questions'

export function writeCell({ input }: Pick<Column, 'input'>, value: unknown, currency: string): string {
  if (value === null || value === undefined) return ''
  if (input === 'money')
    return typeof value === 'number' ? formatAmount(money(value, currency)).replaceAll(',', '') : ''
  if (input === 'switch') return value === true ? 'yes' : 'no'
  if (input === 'terms') return (value as CancellationStep[]).map(writeStep).join('; ')
  if (input === 'schedules') return (value as StoredSchedule[]).map((each) => writeSchedule(each, currency)).join('; ')
  if (input === 'resources') return (value as StoredResource[]).map(writeResource).join('; ')
  if (input === 'nationality-rules')
    return writeList((value as NationalityRule[]).map((each) => writeNationalityRule(each, currency)))
  if (isListInput(input)) return Array.isArray(value) ? writeList(value) : ''
  if (isJsonInput(input)) return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : ''
  if (input === 'time-range') {
    const { from, to } = value as { from?: unknown; to?: unknown }
    return `${String(from)}-${String(to)}`
  }
  return String(value)
}

const yes = /^(yes|y|true|1)$/i
const no = /^(no|n|false|0)$/i

const plainNumber = /^-?\d{1,15}(\.\d{1,9})?$/
/** A comma before three digits groups thousands: '1,200.50' is 1200.5, '1,200' is 1200, and '12,50' is no number. */
const ungrouped = (text: string): string => (/^-?\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text)
/** '1.200' is 1200 for some and 1.2 for others: an amount never has more digits than its currency, so it is refused. */
const isUnclear = (text: string, currency: string): boolean => exponentOf(currency) < 3 && /^\d{1,3}\.\d{3}$/.test(text)

/** Returns invalid text unchanged, so that the kind's schema reports the error. */
export function readCell({ input }: Pick<Column, 'input'>, cell: string, currency: string): unknown {
  const text = cell.trim()
  if (input === 'money') return isUnclear(text, currency) ? text : (parseAmount(text, currency)?.minor ?? text)
  if (input === 'number' || input === 'ratio') return plainNumber.test(ungrouped(text)) ? Number(ungrouped(text)) : text
  if (input === 'switch') return yes.test(text) ? true : no.test(text) ? false : text
  if (input === 'schedules') return readList(text).map((line) => readSchedule(line, currency))
  if (input === 'resources') return readList(text).map(readResource)
  if (input === 'nationality-rules') return readList(text).map((line) => readNationalityRule(line, currency))
  if (isListInput(input)) return readList(text)
  if (isJsonInput(input)) return /^[[{]/.test(text) ? text : readList(text)
  if (input === 'time-range') {
    const [from = '', to = ''] = text.split(/[-–]/).map((time) => time.trim())
    return { from, to }
  }
  return cell
}

const keepsWhenEmpty = new Set(['title', 'status', 'is_featured', 'currency'])
/** An empty cell clears the field of an existing item. `undefined` keeps fields that cannot be cleared. */
function emptied({ name, input, isShared }: Column): unknown {
  if (isShared && keepsWhenEmpty.has(name)) return undefined
  if (input === 'switch' || input === 'ratio' || input === 'time-range') return undefined
  if (isListInput(input) || isJsonInput(input)) return []
  if (isShared) return name === 'summary' ? '' : null
  return input === 'money' || input === 'number' || input === 'select' ? null : ''
}

/**
 * Converts a row to save input. Empty cells of a new item take the field's default. `before`: the existing item with
 * the row's slug.
 */
export function readRow(
  columns: readonly Column[],
  mapping: Mapping,
  cells: readonly string[],
  context: { readonly before: { readonly currency: string } | null; readonly defaultCurrency: string },
): RowInput {
  const { before, defaultCurrency } = context
  const cellOf = cellsByName(mapping, cells)
  const typed = (cellOf.get('currency') ?? '').trim().toUpperCase()
  const currency = isShopCurrency(typed) ? typed : (before?.currency ?? defaultCurrency)
  const row: RowInput = { shared: {}, details: {} }
  for (const column of columns) {
    const cell = cellOf.get(column.name)
    if (cell === undefined && before) continue
    const value = valueOfCell(column, cell ?? '', currency, before !== null)
    if (value !== undefined) row[column.isShared ? 'shared' : 'details'][column.name] = value
  }
  return row
}

export const cellsByName = (mapping: Mapping, cells: readonly string[]): ReadonlyMap<string, string> =>
  new Map(mapping.flatMap((name, at) => (name === null ? [] : [[name, cells[at] ?? '']])))

function valueOfCell(column: Column, cell: string, currency: string, isKnown: boolean): unknown {
  if (cell.trim() === '') {
    if (column.name === 'slug' && column.isShared) return undefined
    return isKnown ? emptied(column) : column.default
  }
  if (column.name === 'currency' && column.isShared) return cell.trim().toUpperCase()
  if (column.name === 'status' && column.isShared) return cell.trim().toLowerCase()
  return readCell(column, cell, currency)
}

type Item = Readonly<{ currency: string; details: Readonly<Record<string, unknown>> }> &
  Readonly<Record<string, unknown>>
export const writeRow = (columns: readonly Column[], item: Item): string[] =>
  columns.map((column) => writeCell(column, (column.isShared ? item : item.details)[column.name], item.currency))

type Example = { readonly currency: string; readonly title: string; readonly say: Say }
export function exampleRow(columns: readonly Column[], { currency, title, say }: Example): string[] {
  const sample = (column: Column): string => {
    if (column.isShared && column.name === 'title') return title
    if (column.isShared && column.name === 'currency') return currency
    if (column.default !== undefined) return writeCell(column, column.default, currency)
    if (column.input === 'money')
      return column.required ? formatAmount(money(10 ** exponentOf(currency) * 150, currency)) : ''
    if (column.input === 'terms') return '7 = 100; 3 = 50'
    if (column.input === 'schedules') return say(scheduleExample)
    if (column.input === 'questions') return say(questionsExample)
    if (column.input === 'resources') return ''
    if (column.input === 'nationality-rules') return say(nationalityExample)
    if (column.input === 'list') return say(text('bulk.exampleList'))
    if (column.input === 'number') return column.required ? '3' : ''
    if (column.required) return column.options?.[0] ?? say(column.label)
    return ''
  }
  return columns.map(sample)
}
