import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { decodeCursor, encodeCursor, isInstantText } from '../../kernel/cursor.ts'
import { isEmail } from '../../kernel/email.ts'
import { foldText } from '../../kernel/fold-text.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type ReadDatabase, type Reader, upToDate } from '../../platform/db/reads.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { readNameWords, readPhoneEnding } from '../booking/index.server.ts'
import type { CustomerRow, ListInput } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'
import { searchPatterns } from './rules.ts'
import type { CustomerRecord } from './tables.server.ts'
import './tables.server.ts'

const customer = expressionBuilder<Tables, 'customers'>()
type Condition = Expression<SqlBool>
/** Counting stops here: an exact total is not worth the scan. */
const maxCounted = 1_000

export interface CustomerPage {
  items: CustomerRow[]
  total: number
  totalIsExact: boolean
  nextCursor: string | null
}
/** Two statements. Refuses 'list/bad-cursor'. */
export async function listCustomers(
  deps: CustomerDeps,
  input: ListInput,
  reader: Reader = upToDate,
): Promise<CustomerPage> {
  const where = filterOf(input)
  const [rows, total] = await deps.reads.recent(reader, async (db) => [
    await readPage(db, input, where),
    await countCustomers(db, where),
  ])
  const shown = rows.slice(0, input.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    items: shown.map(viewRow),
    ...{ total: Math.min(total, maxCounted), totalIsExact: total <= maxCounted },
    nextCursor: last ? encodeCursor([last.sort_key, last.id]) : null,
  }
}

function filterOf({ q, tag }: Pick<ListInput, 'q' | 'tag'>): Condition {
  return customer.and([...(q ? [searchCondition(q)] : []), ...(tag ? [hasTag(tag)] : [])])
}

/** Found by its index first: otherwise the planner walks along all records in their order. */
const hasTag = (tag: string): Condition =>
  sql<boolean>`id = any (array(select id from customers where tags @> array[${tag}]::text[]))`

/** Name in any order, address, or a number in any spelling, in a form that an index answers. */
export function searchCondition(typed: string): Condition {
  const q = foldText(typed)
  // Punctuation is not indexed, so it matches no customer.
  if (!/[\p{L}\p{N}]/u.test(q)) return sql<boolean>`false`
  if (isEmail(typed)) {
    const owner = customer.selectFrom('customer_contacts').select('customer_id').where('kind', '=', 'email')
    return customer('id', 'in', owner.where('value', '=', typed.toLowerCase()))
  }
  const matches = searchPatterns(q, readNameWords(q), readPhoneEnding(q))
  return customer.or(matches.map((all) => customer.and(all.map((each) => customer('search_text', 'like', each)))))
}

interface SortKey {
  readonly key: Expression<unknown>
  readonly type: 'timestamptz' | 'text'
  readonly direction: 'asc' | 'desc'
  readonly isKey: (text: string) => boolean
}
/** Each has an index on exactly this expression (db/migrations/0094). */
const keys: Readonly<Record<ListInput['sort'], SortKey>> = {
  active: { key: customer.ref('active_at'), type: 'timestamptz', direction: 'desc', isKey: isInstantText },
  name: {
    ...{ key: customer.fn<string>('lower', ['name']), type: 'text', direction: 'asc' },
    isKey: (text) => /^\P{Cc}*$/u.test(text),
  },
}

function readPage(db: ReadDatabase, { sort, limit, cursor }: ListInput, where: Condition) {
  const { key, type, direction } = keys[sort]
  const query = db
    .selectFrom('customers')
    .select(rowColumns)
    .select(sql<string>`${key}::text`.as('sort_key'))
    .where(where)
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
  if (cursor === undefined) return query.execute()
  const place = placeOf(cursor, sort)
  const isAfter = sql.raw(direction === 'asc' ? '>' : '<')
  return query
    .where(sql<boolean>`(${key}, id) ${isAfter} (${place.key}::${sql.raw(type)}, ${place.id}::uuid)`)
    .execute()
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
function placeOf(cursor: string, sort: ListInput['sort']): { key: string; id: string } {
  const [key, id] = decodeCursor(cursor) ?? []
  if (typeof key !== 'string' || !keys[sort].isKey(key) || typeof id !== 'string' || !uuid.test(id))
    throw new Refusal('list/bad-cursor')
  return { key, id }
}

async function countCustomers(db: ReadDatabase, where: Condition): Promise<number> {
  const { total } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('customers')
        .select('id')
        .where(where)
        // With this order the planner stops early when many match.
        .orderBy('active_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxCounted + 1)
        .as('hits'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const rowColumns = ['id', 'name', 'email', 'phone', 'tags', 'user_id', 'last_booked_at'] as const
type Row = Pick<CustomerRecord, (typeof rowColumns)[number]>
export const viewRow = ({ id, name, email, phone, tags, user_id, last_booked_at }: Row): CustomerRow => ({
  ...{ id, name, email, phone, tags },
  has_account: user_id !== null,
  last_booked_at: last_booked_at?.toISOString() ?? null,
})
