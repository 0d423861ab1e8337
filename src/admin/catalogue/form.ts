/**
 * The editor's form: what stands in its controls, and what is sent of it. Pure. A control holds text for everything
 * that is typed (amounts as '150.00', lists one entry a line), so that nothing typed is lost before it is right.
 */
import { currencies, exponentOf, formatAmount, money, parseAmount } from '../../kernel/money.ts'
import { sharedFields } from '../../modules/catalogue/index.ts'
import type { FieldSpec, KindFields } from '../../services/kind.ts'
import type { CancellationStep } from '../../services/shared/cancellation.ts'
import { readStep } from '../../services/shared/cancellation-steps.ts'
import { readLines } from '../../services/shared/inputs.ts'
import type { ItineraryDay } from '../../services/shared/itinerary.ts'

/** `path` is the field's name, with 'details.' before the kind's own; `tab` the label of the tab that it stands on. */
export interface EditorField {
  readonly spec: FieldSpec
  readonly path: string
  readonly tab: string
}
/** A step of cancellation terms as it is typed. */
export type TypedStep = { readonly days: string; readonly percent: string }
/** By path: texts, switches (boolean), pictures (string[]), days of an itinerary, steps of terms, a pair of times. */
export type FormValues = Readonly<Record<string, unknown>>
/** By path. */
export type FormErrors = Readonly<Record<string, string>>
/** An item as its editor gets and sends it. */
export type Item = Readonly<Record<string, unknown>> & { readonly details: Readonly<Record<string, unknown>> }

type SharedSpec = { readonly spec: FieldSpec; readonly path: string; readonly isLast?: boolean }

/** The fields that all kinds share. `isLast`: it stands below the kind's own of its group. */
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
    ...(of.isTitleDerived ? [] : [shared('title', { label: 'Title', group: 'basic', input: 'text', required: true })]),
    shared(
      'summary',
      { label: 'Summary', group: 'basic', input: 'textarea', hint: 'One or two sentences for cards' },
      true,
    ),
    shared('currency', {
      label: 'Currency',
      group: 'pricing',
      input: 'select',
      options: currencies,
      default: of.currency,
    }),
    shared('featured_image', { label: 'Featured image', group: 'media', input: 'image' }),
    shared('status', {
      label: 'Active',
      group: 'settings',
      input: 'switch',
      default: true,
      hint: 'Only active items are in the shop',
    }),
    ...(of.isSingle
      ? []
      : [
          shared('is_featured', { label: 'Featured', group: 'settings', input: 'switch', default: false }),
          shared(
            'slug',
            { label: 'Address in the shop', group: 'settings', input: 'text', hint: 'Left empty: made from the title' },
            true,
          ),
        ]),
    shared('seo_title', { label: 'SEO title', group: 'settings', input: 'text', hint: 'Empty: the title' }, true),
    shared(
      'seo_description',
      { label: 'SEO description', group: 'settings', input: 'textarea', hint: 'Empty: the description' },
      true,
    ),
  ]
}

const detailName = (path: string): string | null => (path.startsWith('details.') ? path.slice(8) : null)
export const currencyOf = (values: FormValues): string => String(values.currency ?? 'USD')

/** What stands in the controls for a new item. */
export const newForm = (fields: readonly EditorField[]): FormValues => {
  const currency = String(fields.find(({ path }) => path === 'currency')?.spec.default ?? 'USD')
  return Object.fromEntries(fields.map(({ spec, path }) => [path, toControl(spec, spec.default, currency)]))
}

/** What stands in the controls for a stored item. */
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
      return Array.isArray(value) ? value : []
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

/** The stored form of what a control holds; an amount that is none is an error and never 0 (D52). */
export function fromControl(spec: FieldSpec, held: unknown, currency: string): Read {
  const text = typeof held === 'string' ? held.trim() : ''
  if (spec.required && typeof held === 'string' && text === '') return { error: `${spec.label} is required` }
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
    case 'terms':
      return readTerms(held as TypedStep[])
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
  return { error: `Please enter a valid amount${digits ? ` with at most ${digits} decimals` : ''}` }
}
const readNumber = (text: string): Read =>
  /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? { value: Number(text) } : { error: 'Please enter a valid number' }
/** A row that was left empty is none. What the numbers may be is the kind's to say. */
function readTerms(typed: readonly TypedStep[]): Read {
  const lines = typed.map(({ days, percent }) => [days.trim(), percent.trim().replace(/\s*%$/, '')])
  const filled = lines.filter((parts) => parts.some((part) => part !== ''))
  const steps = filled.map((parts) => readStep(parts.join(' = ')))
  return steps.includes(null) ? { error: 'Please enter days and percent as whole numbers' } : { value: steps }
}
const readDay = ({ title, description, activities }: ItineraryDay): ItineraryDay => ({
  title: title.trim(),
  description: description.trim(),
  ...(activities && { activities: activities.map((each) => each.trim()).filter((each) => each !== '') }),
})

/** What is sent: shared columns and the kind's own fields, or what is wrong, each error at its field. */
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
    for (const { path, message } of issues) errors[`${prefix}${String(path[0] ?? '')}`] ??= message
  }
  const judgedShared = sharedFields.safeParse(shared)
  const judged = schema.safeParse(details)
  if (!judgedShared.success) add('', judgedShared.error.issues)
  if (!judged.success) add('details.', judged.error.issues)
  return Object.keys(errors).length > 0 ? { errors } : { item: { ...shared, details } }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
export const changedPaths = (fields: readonly EditorField[], before: FormValues, now: FormValues): string[] =>
  fields.flatMap(({ path }) => (isSame(before[path], now[path]) ? [] : [path]))

/** Only what was changed is sent of a stored item, so that what nobody touched stays as it is. */
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

/** Fields that somebody else has changed to something else than what stands here; `merged` has all their other changes. */
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

/** A value in words, for comparing two. */
export function inWords(spec: FieldSpec, held: unknown): string {
  if (typeof held === 'boolean') return held ? 'On' : 'Off'
  if (spec.input === 'itinerary')
    return (held as ItineraryDay[]).map(({ title, description }, at) => `${at + 1}. ${title} ${description}`).join('\n')
  if (spec.input === 'terms')
    return (held as TypedStep[]).map(({ days, percent }) => `${days} days: ${percent}%`).join('\n')
  if (Array.isArray(held)) return held.join('\n')
  if (typeof held === 'object' && held !== null) return Object.values(held).join(' - ')
  return String(held ?? '')
}
