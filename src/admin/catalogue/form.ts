/**
 * The editor's form state and the request made from it. Pure. Controls hold text for everything typed (amounts as
 * '150.00', lists one entry per line), so invalid input is kept until it is corrected.
 */
import { currencies, exponentOf, formatAmount, money, parseAmount } from '../../kernel/money.ts'
import { sharedFields } from '../../modules/catalogue/index.ts'
import { type FieldSpec, type KindFields, optionName } from '../../services/kind.ts'
import type { CancellationStep } from '../../services/shared/cancellation.ts'
import { readStep } from '../../services/shared/cancellation-steps.ts'
import { readLines } from '../../services/shared/inputs.ts'
import type { ItineraryDay } from '../../services/shared/itinerary.ts'
import type { NationalityRule } from '../../services/shared/nationality-rules.ts'
import type { Question } from '../../services/shared/question-fields.ts'
import type { StoredResource } from '../../services/shared/stored-resources.ts'
import type { StoredSchedule } from '../../services/shared/stored-schedules.ts'
import { say, textOf } from '../text.ts'
import { nationalityWords, readTypedRule, type TypedRule, typedRule } from './nationalities/typed.ts'
import { readTypedResource, resourceWords, type TypedResource, typedResource } from './resources/typed.ts'
import { readTyped, scheduleWords, type TypedSchedule, typedOf } from './schedules/typed.ts'

const t = textOf('itemEditor')

export interface EditorField {
  readonly spec: FieldSpec
  readonly path: string
  readonly tab: string
}
export type TypedStep = { readonly days: string; readonly percent: string }
/** By path: texts, switches (boolean), pictures (string[]), itinerary days, steps of terms, or a pair of times. */
export type FormValues = Readonly<Record<string, unknown>>
export type FormErrors = Readonly<Record<string, string>>
export type Item = Readonly<Record<string, unknown>> & { readonly details: Readonly<Record<string, unknown>> }

type SharedSpec = { readonly spec: FieldSpec; readonly path: string; readonly isLast?: boolean }

/** The fields shared by all kinds. `isLast` puts a field below the kind's own fields of its group. */
export function sharedSpecs(of: {
  readonly isTitleDerived: boolean
  readonly isSingle: boolean
  readonly currency: string
}): readonly SharedSpec[] {
  const shared = (name: string, rest: Omit<FieldSpec, 'name'>, isLast = false): SharedSpec => ({
    spec: { name, ...rest },
    path: name,
    isLast,
  })
  return [
    ...(of.isTitleDerived
      ? []
      : [shared('title', { label: t('title'), group: 'basic', input: 'text', required: true })]),
    shared('summary', { label: t('summary'), group: 'basic', input: 'textarea', hint: t('summaryHint') }, true),
    shared('currency', {
      label: t('currency'),
      group: 'pricing',
      input: 'select',
      options: currencies,
      default: of.currency,
    }),
    shared('featured_image', { label: t('featuredImage'), group: 'media', input: 'image' }),
    shared('status', {
      label: t('active'),
      group: 'settings',
      input: 'switch',
      default: true,
      hint: t('activeHint'),
    }),
    ...(of.isSingle
      ? []
      : [
          shared('is_featured', { label: t('featured'), group: 'settings', input: 'switch', default: false }),
          shared('slug', { label: t('slug'), group: 'settings', input: 'text', hint: t('slugHint') }, true),
        ]),
    shared('seo_title', { label: t('seoTitle'), group: 'settings', input: 'text', hint: t('seoTitleHint') }, true),
    shared(
      'seo_description',
      { label: t('seoDescription'), group: 'settings', input: 'textarea', hint: t('seoDescriptionHint') },
      true,
    ),
  ]
}

const detailName = (path: string): string | null => (path.startsWith('details.') ? path.slice(8) : null)
export const currencyOf = (values: FormValues): string => String(values.currency ?? 'USD')

export const newForm = (fields: readonly EditorField[]): FormValues => {
  const currency = String(fields.find(({ path }) => path === 'currency')?.spec.default ?? 'USD')
  return Object.fromEntries(fields.map(({ spec, path }) => [path, toControl(spec, spec.default, currency)]))
}

export const formOf = (fields: readonly EditorField[], item: Item): FormValues =>
  Object.fromEntries(
    fields.map(({ spec, path }) => {
      const name = detailName(path)
      const stored = name === null ? item[path] : item.details[name]
      const value = path === 'status' ? stored === 'active' : stored
      return [path, toControl(spec, value, String(item.currency))]
    }),
  )

export function toControl(spec: FieldSpec, value: unknown, currency: string): unknown {
  switch (spec.input) {
    case 'switch':
      return value === true
    case 'money':
      return typeof value === 'number' ? formatAmount(money(value, currency)).replaceAll(',', '') : ''
    case 'list':
    case 'times':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'images':
      return Array.isArray(value) ? value : []
    case 'itinerary':
    case 'questions':
      return Array.isArray(value) ? value : []
    case 'resources':
      return ((value ?? []) as StoredResource[]).map(typedResource)
    case 'nationality-rules':
      return ((value ?? []) as NationalityRule[]).map((each) => typedRule(each, currency))
    case 'schedules':
      return ((value ?? []) as StoredSchedule[]).map((each) => typedOf(each, currency))
    case 'terms':
      return ((value ?? []) as CancellationStep[]).map(({ days, percent }) => ({
        days: String(days),
        percent: String(percent),
      }))
    case 'time-range':
      return value ?? { from: '', to: '' }
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

type Read = { readonly value: unknown } | { readonly error: string }

/** Converts a control's value to its stored form. An invalid amount is an error and never 0 (D52). */
export function fromControl(spec: FieldSpec, held: unknown, currency: string): Read {
  const text = typeof held === 'string' ? held.trim() : ''
  if (spec.required && typeof held === 'string' && text === '')
    return { error: t('required', { label: say(spec.label) }) }
  switch (spec.input) {
    case 'money':
      return text === '' ? { value: null } : readMoney(text, currency)
    case 'number':
      return text === '' ? { value: null } : readNumber(text)
    case 'list':
    case 'times':
      return { value: readLines(text) }
    case 'select':
    case 'date':
    case 'image':
      return { value: text === '' ? null : text }
    case 'itinerary':
      return { value: (held as ItineraryDay[]).map(readDay) }
    case 'questions':
      return { value: (held as Question[]).map(trimmed) }
    case 'terms':
      return readTerms(held as TypedStep[])
    case 'schedules':
      return { value: (held as TypedSchedule[]).map((each) => readTyped(each, currency)) }
    case 'nationality-rules':
      return { value: (held as TypedRule[]).map((each) => readTypedRule(each, currency)) }
    case 'resources':
      return { value: (held as TypedResource[]).map(readTypedResource) }
    case 'switch':
    case 'images':
    case 'time-range':
      return { value: held }
    default:
      return { value: text }
  }
}

function readMoney(text: string, currency: string): Read {
  const amount = parseAmount(text, currency)
  if (amount) return { value: amount.minor }
  const digits = exponentOf(currency)
  return { error: t('badAmount', { digits }) }
}
const readNumber = (text: string): Read =>
  /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? { value: Number(text) } : { error: t('badNumber') }
/** Empty rows are ignored. The kind validates the numbers. */
function readTerms(typed: readonly TypedStep[]): Read {
  const lines = typed.map(({ days, percent }) => [days.trim(), percent.trim().replace(/%$/, '').trimEnd()])
  const filled = lines.filter((parts) => parts.some((part) => part !== ''))
  const steps = filled.map((parts) => readStep(parts.join(' = ')))
  return steps.includes(null) ? { error: t('badTerms') } : { value: steps }
}
const trimmed = ({ question, answer }: Question): Question => ({ question: question.trim(), answer: answer.trim() })
const readDay = ({ title, description, activities }: ItineraryDay): ItineraryDay => ({
  title: title.trim(),
  description: description.trim(),
  ...(activities && { activities: activities.map((each) => each.trim()).filter((each) => each !== '') }),
})

/** Returns the values to send (shared columns and the kind's own fields) or the error of each field. */
export function readForm(
  fields: readonly EditorField[],
  schema: KindFields['details'],
  values: FormValues,
): { readonly item: Item } | { readonly errors: FormErrors } {
  const errors: Record<string, string> = {}
  const shared: Record<string, unknown> = {}
  const details: Record<string, unknown> = {}
  for (const { spec, path } of fields) {
    const read = fromControl(spec, values[path], currencyOf(values))
    if ('error' in read) errors[path] = read.error
    else if (path === 'status') shared.status = read.value ? 'active' : 'inactive'
    else if (path === 'slug' && read.value === '') continue
    else (path.startsWith('details.') ? details : shared)[detailName(path) ?? path] = read.value
  }
  const add = (prefix: string, issues: readonly { path: readonly PropertyKey[]; message: string }[]) => {
    for (const { path, message } of issues) errors[errorPath(`${prefix}${path.join('.')}`)] ??= say(message)
  }
  const judgedShared = sharedFields.safeParse(shared)
  const judged = schema.safeParse(details)
  if (!judgedShared.success) add('', judgedShared.error.issues)
  if (!judged.success) add('details.', judged.error.issues)
  return Object.keys(errors).length > 0 ? { errors } : { item: { ...shared, details } }
}

const rowFields = ['schedules', 'resources', 'nationality_rules']
/**
 * The control that shows an error: 'details.itinerary.0.title' belongs to the itinerary, but schedules, resources and rules by nationality have
 * a control for each field of a row.
 */
export function errorPath(path: string): string {
  const parts = path.split('.')
  if (parts[0] !== 'details') return parts[0] ?? ''
  if (!rowFields.includes(parts[1] ?? '')) return parts.slice(0, 2).join('.')
  return parts.slice(0, parts[3] === 'prices' ? 5 : 4).join('.')
}
/** Errors of a field and of its parts. */
export const errorsAt = (errors: FormErrors, path: string): readonly (readonly [path: string, message: string])[] =>
  Object.entries(errors).filter(([at]) => at === path || at.startsWith(`${path}.`))

/** The errors that stay when a field changes: of a list with as many rows as before those of its other rows. */
export function errorsAfter(errors: FormErrors, path: string, { before, now }: { before: unknown; now: unknown }) {
  const isChanged = (row: string) =>
    !Array.isArray(before) ||
    !Array.isArray(now) ||
    before.length !== now.length ||
    !isSame(before[Number(row)], now[Number(row)])
  const fixed = errorsAt(errors, path).filter(
    ([at]) => at === path || isChanged(at.slice(path.length + 1).split('.')[0] ?? ''),
  )
  const gone = new Set(fixed.map(([at]) => at))
  return Object.fromEntries(Object.entries(errors).filter(([at]) => !gone.has(at)))
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
export const changedPaths = (fields: readonly EditorField[], before: FormValues, now: FormValues): string[] =>
  fields.flatMap(({ path }) => (isSame(before[path], now[path]) ? [] : [path]))

/** An update sends only changed fields, so that others keep their stored value. */
export function onlyPaths(item: Item, paths: readonly string[]): Item {
  const keeps =
    (prefix: string) =>
    ([name]: [string, unknown]) =>
      paths.includes(`${prefix}${name}`)
  const { details, ...shared } = item
  return {
    ...Object.fromEntries(Object.entries(shared).filter(keeps(''))),
    details: Object.fromEntries(Object.entries(details).filter(keeps('details.'))),
  }
}

/** Fields that someone else changed to a different value; `merged` includes all their other changes. */
export function compare(
  fields: readonly EditorField[],
  { base, mine, theirs }: { readonly base: FormValues; readonly mine: FormValues; readonly theirs: FormValues },
): { readonly conflicts: readonly EditorField[]; readonly merged: FormValues } {
  const theirPaths = new Set(changedPaths(fields, base, theirs))
  const myPaths = new Set(changedPaths(fields, base, mine))
  const conflicts = fields.filter(
    ({ path }) => theirPaths.has(path) && myPaths.has(path) && !isSame(mine[path], theirs[path]),
  )
  const merged = Object.fromEntries(
    fields.map(({ path }) => [path, theirPaths.has(path) && !myPaths.has(path) ? theirs[path] : mine[path]]),
  )
  return { conflicts, merged }
}

export function inWords(spec: FieldSpec, held: unknown): string {
  if (typeof held === 'boolean') return t(held ? 'on' : 'off')
  if (spec.input === 'itinerary')
    return (held as ItineraryDay[]).map(({ title, description }, at) => `${at + 1}. ${title} ${description}`).join('\n')
  if (spec.input === 'questions')
    return (held as Question[]).map(({ question, answer }) => `${question} ${answer}`).join('\n')
  if (spec.input === 'terms')
    return (held as TypedStep[]).map(({ days, percent }) => t('step', { days, percent })).join('\n')
  if (spec.input === 'schedules')
    return (held as TypedSchedule[]).map((each, at) => scheduleWords(each, at + 1)).join('\n')
  if (spec.input === 'nationality-rules') return (held as TypedRule[]).map(nationalityWords).join('\n')
  if (spec.input === 'resources') return (held as TypedResource[]).map(resourceWords).join('\n')
  if (Array.isArray(held)) return held.join('\n')
  if (typeof held === 'object' && held !== null) return Object.values(held).join(' - ')
  const written = String(held ?? '')
  return spec.input === 'select' ? say(optionName(spec, written)) : written
}
