import { textOf } from '../text.ts'
import { type Context, fieldLabel, isRecord, isShown, valueText } from './values.ts'

const t = textOf('audit')

/** One changed field in words; null where it has no value. `key` is '' for a single value. */
export interface Change {
  readonly key: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
  /** On or off. */
  readonly isSwitch: boolean
}

/** Parts of an entry that hold fields of their own. */
const nested = ['details', 'corrected']
function flat(side: unknown): Record<string, unknown> {
  if (!isRecord(side)) return {}
  const inner = nested.flatMap((key) => (isRecord(side[key]) ? Object.entries(side[key]) : []))
  return Object.fromEntries([...Object.entries(side).filter(([key]) => !nested.includes(key)), ...inner])
}

/** The currency of an entry's amounts: its own, else its subject's. */
const currencyIn = (before: unknown, after: unknown, context: Context): string | null =>
  [after, before].map((side) => (isRecord(side) ? side.currency : null)).find((code) => typeof code === 'string') ??
  context.currency

/** What an entry changed, field by field; lists of ids (orders) have no words. */
export function changesOf({ before, after }: { before: unknown; after: unknown }, known: Context): Change[] {
  const context = { ...known, currency: currencyIn(before, after, known) as string | null }
  const isByField = [before, after].every((side) => side === null || side === undefined || isRecord(side))
  if (!isByField) return singleValue({ before, after }, context)
  const [old, now] = [flat(before), flat(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return keys.toSorted(fromBeforeTo).flatMap((key) => {
    if (JSON.stringify(old[key]) === JSON.stringify(now[key])) return []
    const [was, is] = [old, now].map((side) => (isShown(key, side[key], context) ? side[key] : undefined))
    const texts = [was, is].map((value) => valueText(key, value, context) || null) as [string | null, string | null]
    if (texts[0] === texts[1]) return []
    const isSwitch = typeof was === 'boolean' && typeof is === 'boolean'
    return [{ key, label: fieldLabel(key, context), before: texts[0], after: texts[1], isSwitch }]
  })
}

/** jsonb stores the shorter key first. */
const fromBeforeTo = (one: string, other: string): number =>
  one === 'from' && other === 'to' ? -1 : one === 'to' && other === 'from' ? 1 : 0

function singleValue({ before, after }: { before: unknown; after: unknown }, context: Context): Change[] {
  const texts = [before, after].map((value) => valueText('', value, context) || null) as [string | null, string | null]
  if (texts[0] === texts[1]) return []
  return [{ key: '', label: t('order'), before: texts[0], after: texts[1], isSwitch: false }]
}

/** The readable name that an entry holds, the newer first; ids mean nothing to staff. */
export function nameIn({ before, after }: { before: unknown; after: unknown }): string | null {
  const keys = ['title', 'full_name', 'name', 'code', 'fileName', 'email', 'original_name', 'service_title']
  const names = [after, before].flatMap((side) => (isRecord(side) ? keys.map((field) => side[field]) : []))
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null
}
