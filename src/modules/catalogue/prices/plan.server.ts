import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Message, Text } from '../../../kernel/messages.ts'
import { isRefusal, Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { Details } from '../../../services/kind.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { inSchedule } from '../../../services/shared/schedule-words.ts'
import { filtersOf } from '../admin-list.server.ts'
import { type StoredRow, storedColumns } from '../changing.server.ts'
import { type Draft, draftOf, readInput } from '../drafts.server.ts'
import type { ServiceStatus } from '../rules.ts'
import { text } from '../text.ts'
import type { TranslationFilter } from '../translations/contract.ts'
import { maxItems } from './contract.ts'
import { changeDetails, type PriceChange, type PriceStep } from './rules.ts'
import '../tables.server.ts'

export type Which =
  | { readonly ids: readonly string[] }
  | {
      readonly filter: {
        readonly q?: string | undefined
        readonly status?: ServiceStatus | undefined
        readonly translated?: TranslationFilter | undefined
      }
    }

/** Refuses 'catalogue/invalid' for a field that is not a price of the kind. */
export function requirePriceFields(kind: LoadedKind, { fields }: PriceChange): void {
  const prices = new Set(kind.specs.flatMap(({ name, input }) => (input === 'money' ? name : [])))
  if (fields.every((field) => prices.has(field))) return
  throw new Refusal('catalogue/invalid', {}, [{ path: 'change.fields', message: text('prices.unknownField') }])
}

/** By title, without the trash. One statement. Refuses 'catalogue/too-many-items'. */
export async function findItems(q: Queryable, kind: LoadedKind, which: Which): Promise<StoredRow[]> {
  const where =
    'ids' in which
      ? sql`kind = ${kind.key} and trashed_at is null and id = any (${which.ids}::uuid[])`
      : sql.join(filtersOf(kind, which.filter), sql` and `)
  const { rows } = await sql<StoredRow>`select ${sql.raw(storedColumns.join(', '))} from services where ${where}
    order by lower(title), id limit ${maxItems + 1}`.execute(q)
  if (rows.length > maxItems) throw new Refusal('catalogue/too-many-items', { max: maxItems })
  return rows
}

export interface Planned {
  readonly steps: readonly PriceStep[]
  /** The fields of the details that change. */
  readonly details: Details
}

/** What the change does to an item; a reason if it cannot. */
export function planItem(
  { currency, details }: Pick<StoredRow, 'currency' | 'details'>,
  change: PriceChange,
): Planned & { readonly reason: Text | null } {
  const { by } = change
  const isOther = by.unit === 'amount' && by.amount.currency !== currency
  if (isOther) return { steps: [], details: {}, reason: text('prices.otherCurrency', { currency }) }
  const planned = changeDetails(details, change, currency)
  const isLost = planned.steps.some(({ after }) => after <= 0)
  return { ...planned, reason: isLost ? text('prices.belowZero') : null }
}

export type Judged = { readonly draft: Draft } | Refused
export type Refused = { readonly reason: Text }

/** The item with these details, judged by the kind's rules like an edit. */
export function draftWith(
  kind: LoadedKind,
  before: StoredRow,
  { details, now }: { readonly details: Details; readonly now: Date },
): Judged {
  try {
    const input = { kind: kind.key, id: before.id, version: before.version, details }
    return { draft: draftOf(kind, before, readInput(kind, input, before), now) }
  } catch (error) {
    return { reason: reasonOf(kind, error) }
  }
}

/** Rethrows anything but a refusal. */
export function reasonOf({ specs }: LoadedKind, error: unknown): Text {
  if (!isRefusal(error)) throw error
  const [first] = error.errors
  if (!first) return text('prices.changedMeanwhile')
  const field = specs.find(({ name }) => first.path === `details.${name}`)
  const message = inSchedule(first.path, first.message)
  return field ? text('prices.inField', { field: field.label as Message, message: message as Message }) : message
}

const itemsATurn = 20
/** Runs `work` on each entry, and lets requests run in between. */
export async function inTurns<T>(entries: readonly T[], work: (entry: T) => Promise<void> | void): Promise<void> {
  for (const [at, entry] of entries.entries()) {
    await work(entry)
    if (at % itemsATurn === itemsATurn - 1) await nextTurn()
  }
}
