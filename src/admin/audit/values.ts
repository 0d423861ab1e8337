import { isLocalTime } from '../../kernel/dates.ts'
import type { Text } from '../../kernel/messages.ts'
import { formatMoney, money, parseAmount } from '../../kernel/money.ts'
import { findKind } from '../../services/index.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { answerName, plainKey, snakeCase } from '../bookings/answer-names.ts'
import { clockTime, inWords, kindName } from '../labels.tsx'
import { hasText, say, textOf } from '../text.ts'
import { count, dateTime, listed } from '../written.ts'

const t = textOf('audit')
const settingNames = textOf('settingNames')
const fieldNames = textOf('auditFields')

/** The fields of each kind, by kind and name. */
export type KindSpecs = ReadonlyMap<string, ReadonlyMap<string, FieldSpec>>
/** What a value needs to be read: the item's kind, the currency of its amounts, and the titles of ids. */
export interface Context {
  readonly specs: KindSpecs
  readonly kind: string | null
  readonly currency: string | null
  readonly names: Readonly<Record<string, string>>
  /** The type of what was changed: some fields have a name of their own there. */
  readonly type: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const isId = (value: unknown): boolean => typeof value === 'string' && uuid.test(value) && value.length === 36
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Columns for the machinery, and those that follow from others. */
const hidden = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'search_text', 'sort_key', 'is_single', 'shown_from', 'shown_until'],
  ...['from_minor', 'was_minor', 'facets', 'rating', 'total_reviews', 'duration_minutes', 'ratings'],
  ...['trashed_at', 'trashed_by', 'trashed_active', 'trashed_from', 'archived_at', 'archived_from', 'is_in_trash'],
  ...['run', 'message_id', 'made_by_bootstrap', 'currency_of'],
])
/** False for ids without a title and for what no screen shows. */
export function isShown(key: string, value: unknown, { names }: Context): boolean {
  const name = snakeCase(key)
  if (hidden.has(key) || hidden.has(name)) return false
  if (isId(value)) return String(value) in names
  if (name === 'password_changed') return value === true
  return !(/_ids?$/.test(name) && !Array.isArray(value) && value !== null)
}

/** As the screens call it. */
export function fieldLabel(key: string, context: Context): string {
  const { specs, kind, names, type } = context
  // 'schedules.2.price_adult': of the second season.
  const [list = '', row, inner] = key.split('.')
  if (row && inner) return t('rowField', { list: fieldLabel(list, context), row, field: fieldLabel(inner, context) })
  const spec = specOf(specs, kind, key)
  if (spec) return say(spec.label)
  if (key in names) return names[key] ?? ''
  if (type === 'settings' && /^[A-Z]{3}$/.test(key)) return t('rate', { currency: key })
  if (type === 'settings' && hasText('settingNames', key)) return settingNames(key)
  const own = plainKey(key).replace(/(?<=[a-z])_ids?$/, '')
  if (hasText('auditFields', `${type}-${own}`)) return fieldNames(`${type}-${own}`)
  const known = answerName(own, (name) => labelInKinds(name, specs))
  return known ?? (/^[a-z][a-z0-9_]*$/.test(own) ? inWords(own) : key.replace(namedTwice, ''))
}
/** Items of the same title are told apart by their id. */
const namedTwice = / \([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\)$/
/** The label of a field that some kind has; the entry does not always name the kind. */
const labelInKinds = (key: string, specs: KindSpecs): Text | undefined =>
  [...specs.values()].find((fields) => fields.has(key))?.get(key)?.label
const specOf = (specs: KindSpecs, kind: string | null, key: string) => (kind ? specs.get(kind)?.get(key) : undefined)

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const amountText = /^-?[\d.,]+ ([A-Z]{3})$/
const codes = /^[a-z]+([_-][a-z]+)*$/
const snakeWords = /^[a-z]+(_[a-z0-9]+)+$/
const named = new Set([
  ...[
    'status',
    'service_status',
    'booking_status',
    'payment_status',
    'payment_method',
    'state',
    'role',
    'decision',
    'outcome',
    'review',
  ],
  ...[
    'type',
    'leg',
    'marketing',
    'mode',
    'way',
    'direction',
    'menu_type',
    'despite',
    'tls_mode',
    'travel_mode',
    'rounding',
  ],
  ...['before', 'after', 'reason_code', 'name_of_document', 'skipped', 'missing', 'fields', 'columns'],
  ...['price_change-unit'],
])
const maxLength = 2_000

/** A value as staff read it; '' where there is none. Lines are separated by '\n'. */
export const valueText = (key: string, value: unknown, context: Context): string => {
  const text = textFor(key, value, context)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function textFor(key: string, value: unknown, context: Context): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return numberText(key, value, context)
  if (typeof value === 'string') return stringText(key, value, context)
  if (Array.isArray(value)) return listText(key, value, context)
  // By picture, whose names mean nothing to staff.
  if (key === 'alt_texts') return listText(key, Object.values(value), context)
  return recordText(value as Record<string, unknown>, context)
}

function numberText(key: string, value: number, { specs, kind, currency }: Context): string {
  if (/percent_?hundredths$/i.test(key)) return `${value / 100}%`
  // Travellers count from zero.
  if (key === 'position') return String(value + 1)
  if (key === 'percent') return `${value}%`
  const isAmount = /(_minor|Minor)$/.test(key) || specOf(specs, kind, key)?.input === 'money' || /^price_/.test(key)
  if (isAmount && currency !== null && Number.isSafeInteger(value)) return exact(value, currency)
  return count(value)
}
const exact = (minor: number, currency: string): string => formatMoney(money(minor, currency), { exact: true })

function stringText(key: string, value: string, context: Context): string {
  const { names, currency, type } = context
  if (isId(value)) return names[value] ?? ''
  if (instant.test(value)) return dateTime(value)
  const [, code] = amountText.exec(value) ?? []
  const amount = code ? parseAmount(value.slice(0, -4).replaceAll(',', ''), code) : null
  if (amount) return formatMoney(amount, { exact: true })
  if (/(_minor|Minor)$/.test(key) && currency && /^-?\d+$/.test(value)) return exact(Number(value), currency)
  if (key === 'during') return rangeText(value)
  if (key === 'html_body') return withoutTags(value)
  if (key === 'kind' || key === 'kinds' || key === 'service_type') return findKind(value) ? kindName(value) : value
  if (key === 'url' && uuid.test(value)) return ''
  const isNamed = [snakeCase(key), `${type}-${key}`].some((name) => named.has(name))
  if ((isNamed ? codes : snakeWords).test(value)) return codeText(value, context)
  return isLocalTime(value) ? (clockTime(value) ?? '') : value
}

/** A code, or the name of a field: a saved view lists its columns. */
const codeText = (value: string, { specs }: Context): string =>
  (hasText('codes', value) ? null : answerName(value, (name) => labelInKinds(name, specs))) ?? inWords(value)

const withoutTags = (html: string): string =>
  html
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ')
    .split(/\s+/)
    .join(' ')
    .trim()

function rangeText(value: string): string {
  const [from = '', to = ''] = value.replaceAll(/[[\]()"]/g, '').split(',')
  const at = (text: string) => dateTime(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`)
  return t('range', { from: at(from), to: at(to) })
}

function listText(key: string, list: readonly unknown[], context: Context): string {
  const texts = list.map((one) => textFor(key, one, context)).filter((text) => text !== '')
  return listed(texts, list.some(isRecord) || texts.some((text) => text.length > 40) ? 'lines' : 'plain')
}

function recordText(record: Record<string, unknown>, context: Context): string {
  const { minor, currency } = record
  if (typeof minor === 'number' && typeof currency === 'string') return exact(minor, currency)
  const inner = typeof currency === 'string' ? { ...context, currency } : context
  return Object.entries(record)
    .filter(([key, value]) => isShown(key, value, inner))
    .flatMap(([key, value]) => {
      const text = textFor(key, value, inner)
      return text === '' ? [] : [t('with', { text: fieldLabel(key, inner), facts: text.replaceAll('\n', '; ') })]
    })
    .join('\n')
}
