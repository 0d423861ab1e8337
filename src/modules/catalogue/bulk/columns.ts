/**
 * The columns of a table of a kind's items, and how each value stands in a cell: one format for templates, exports and
 * uploads, so that what was exported comes back as it was.
 */
import { currencies, exponentOf, formatAmount, isShopCurrency, money, parseAmount } from '../../../kernel/money.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import type { CancellationStep } from '../../../services/shared/cancellation.ts'
import { writeStep } from '../../../services/shared/cancellation-steps.ts'

export type Column = Pick<FieldSpec, 'name' | 'label' | 'input' | 'required' | 'options' | 'default'> & {
  /** A column that all kinds share, or one of the kind's own fields. */
  readonly isShared?: true
}
/** What is sent to be saved: shared columns beside the kind's own `details`. */
export type RowInput = Readonly<{ shared: Record<string, unknown>; details: Record<string, unknown> }>
/** For each column of a file the name of the field that it fills, or null. */
export type Mapping = readonly (string | null)[]

const shared = (name: string, label: string, input: Column['input'], more: Partial<Column> = {}): Column => ({
  name,
  label,
  input,
  isShared: true,
  ...more,
})
const first = [
  shared('title', 'Title', 'text'),
  shared('slug', 'Slug', 'text'),
  shared('status', 'Status', 'select', { options: ['active', 'inactive'], default: 'active' }),
  shared('is_featured', 'Featured', 'switch', { default: false }),
  shared('currency', 'Currency', 'select', { options: currencies }),
  shared('summary', 'Summary', 'textarea'),
]
const last = [
  shared('featured_image', 'Featured image', 'image'),
  shared('seo_title', 'SEO title', 'text'),
  shared('seo_description', 'SEO description', 'textarea'),
]

export const columnsOf = (specs: readonly FieldSpec[]): readonly Column[] => [...first, ...specs, ...last]

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

/** Which field each column of a file looks like, by its name or its label; each field once. */
export function guessMapping(headers: readonly string[], columns: readonly Column[]): Mapping {
  const taken = new Set<string>()
  return headers.map((header) => {
    const wanted = folded(header)
    const found = columns.find(({ name, label }) => wanted !== '' && (name === wanted || folded(label) === wanted))
    if (!found || taken.has(found.name)) return null
    taken.add(found.name)
    return found.name
  })
}

/** Entries of a list cell are separated by semicolons (A295); one within an entry is written '\;', a backslash '\\'. */
const writeList = (entries: readonly unknown[]): string =>
  entries.map((entry) => String(entry).replace(/[\\;]/g, '\\$&')).join('; ')
export function readList(cell: string): string[] {
  const entries = cell.match(/(?:\\[\\;]|[^;])+/g) ?? []
  return entries.map((entry) => entry.replace(/\\([\\;])/g, '$1').trim()).filter((entry) => entry !== '')
}

const listInputs: readonly Column['input'][] = ['list', 'images', 'times', 'terms']
const isListInput = (input: Column['input']) => listInputs.includes(input)

/** The value as it stands in a cell; what is not set is an empty one. */
export function writeCell({ input }: Column, value: unknown, currency: string): string {
  if (value === null || value === undefined) return ''
  if (input === 'money')
    return typeof value === 'number' ? formatAmount(money(value, currency)).replaceAll(',', '') : ''
  if (input === 'switch') return value === true ? 'yes' : 'no'
  if (input === 'terms') return (value as CancellationStep[]).map(writeStep).join('; ')
  if (isListInput(input)) return Array.isArray(value) ? writeList(value) : ''
  if (input === 'itinerary') return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : ''
  if (input === 'time-range') {
    const { from, to } = value as { from?: unknown; to?: unknown }
    return `${String(from)}-${String(to)}`
  }
  return String(value)
}

const yes = /^(yes|y|true|1)$/i
const no = /^(no|n|false|0)$/i

/** What a cell says. A text that is no such value is handed on as it is: the kind's schema says what is wrong. */
export function readCell({ input }: Column, cell: string, currency: string): unknown {
  const text = cell.trim()
  if (input === 'money') return parseAmount(text, currency)?.minor ?? text
  if (input === 'number' || input === 'ratio') return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text
  if (input === 'switch') return yes.test(text) ? true : no.test(text) ? false : text
  if (isListInput(input)) return readList(text)
  if (input === 'itinerary') return /^[[{]/.test(text) ? text : readList(text)
  if (input === 'time-range') {
    const [from = '', to = ''] = text.split(/\s*[-–]\s*/)
    return { from, to }
  }
  return cell
}

const keepsWhenEmpty = new Set(['title', 'status', 'is_featured', 'currency'])
/** An empty cell of an item that exists empties the field; `undefined`: there is nothing to empty, so it stays. */
function emptied({ name, input, isShared }: Column): unknown {
  if (isShared && keepsWhenEmpty.has(name)) return undefined
  if (input === 'switch' || input === 'ratio' || input === 'time-range') return undefined
  if (isListInput(input) || input === 'itinerary') return []
  if (isShared) return name === 'summary' ? '' : null
  return input === 'money' || input === 'number' || input === 'select' ? null : ''
}

/**
 * A row as it is saved. An empty cell of a new item takes the field's default. `before` is the item with the row's slug.
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
/** An item as a row of the table. */
export const writeRow = (columns: readonly Column[], item: Item): string[] =>
  columns.map((column) => writeCell(column, (column.isShared ? item : item.details)[column.name], item.currency))

/** A row that shows how the columns are filled in. */
export function exampleRow(columns: readonly Column[], currency: string, title: string): string[] {
  const sample = (column: Column): string => {
    if (column.isShared && column.name === 'title') return title
    if (column.isShared && column.name === 'currency') return currency
    if (column.default !== undefined) return writeCell(column, column.default, currency)
    if (column.input === 'money')
      return column.required ? formatAmount(money(10 ** exponentOf(currency) * 150, currency)) : ''
    if (column.input === 'terms') return '7 = 100; 3 = 50'
    if (column.input === 'list') return 'First entry; Second entry'
    if (column.input === 'number') return column.required ? '3' : ''
    if (column.required) return column.options?.[0] ?? column.label
    return ''
  }
  return columns.map(sample)
}
