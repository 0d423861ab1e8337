import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { decodeCursor, encodeCursor, isInstantText } from '../../kernel/cursor.ts'
import { addDays, dateIn, type LocalDate } from '../../kernel/dates.ts'
import { forAnswer } from '../../kernel/messages.ts'
import { convert, money, type RatesPerUsd } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Reader } from '../../kernel/translations.ts'
import { remember, rememberRecent } from '../../platform/cache-invalidation.server.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { readRates, readSettingsOrDefaults } from '../settings/index.server.ts'
import { defaultSettings } from '../settings/index.ts'
import { availabilityOf, isOnSaleOn } from './availability.server.ts'
import type { listInput, ServiceList } from './contract.ts'
import { type DurationChoice, daysAhead, durationBounds, isUuid, priceBounds, searchPatterns } from './rules.ts'
import { vocabularyWith } from './search/vocabulary.server.ts'
import { readParts, spellingsOf, type Vocabulary } from './search/words.ts'
import { text } from './text.ts'
import {
  type CardRow,
  type CatalogueDeps,
  cardColumns,
  getKind,
  serviceColumns,
  viewCard,
  viewService,
} from './views.server.ts'
import './tables.server.ts'

type ListInput = z.infer<typeof listInput>
type Facets = Omit<ServiceList['facets'], 'dates'>

/**
 * Returns a page of a kind's active items, the total and the facets. Two statements (page with total; facets), plus
 * one for the rates and one for the settings. Facets, rates and settings are cached if the node listens for
 * invalidations. Refuses 'catalogue/unknown-kind', 'catalogue/invalid' (an invalid cursor).
 */
export async function listServices(
  deps: CatalogueDeps,
  input: ListInput,
  reader: Reader | null = null,
): Promise<ServiceList> {
  const kind = getKind(deps, input.kind)
  const rates = await readRates(deps)
  const currency = input.currency ?? kind.kind.defaultCurrency
  const needsSettings = hasDepartures(kind) || input.q
  const settings = needsSettings ? await readSettingsOrDefaults(deps) : defaultSettings
  const dates = hasDepartures(kind) ? datesAhead(dateIn(settings.time_zone, deps.clock())) : null
  const date = input.date && dates && input.date >= dates.min && input.date <= dates.max ? input.date : null
  const [page, facets] = await Promise.all([
    readPage(deps, {
      kind,
      input: { ...input, date: date ?? undefined },
      currency,
      rates,
      now: deps.clock(),
      reader,
      words: input.q ? wordsFilter(input.q, vocabularyWith(deps, settings.search_synonyms)) : null,
    }),
    readFacets(deps, kind, currency, rates),
  ])
  return { ...page, facets: { ...facets, dates }, date }
}

const datesAhead = (today: LocalDate) => ({ min: today, max: addDays(today, daysAhead - 1) })

type Paged = { readonly rows: readonly (CardRow & { total: number; sort_text: string })[]; readonly total: number }

/** Totals of filters in memory. */
const maxTotals = 500

/**
 * One statement. The total reads every matching item, so it is cached if the node listens for invalidations, for a minute
 * at most because days pass; then the page reads only the items that it shows.
 */
async function readPage(deps: CatalogueDeps, filtering: Filtering) {
  const { kind, input, currency, rates } = filtering
  const { cursor: _, sort: __, limit: ___, ...filter } = input
  const minute = Math.floor(filtering.now.getTime() / 60_000)
  let first: Paged | undefined
  const { total } = await rememberRecent(
    deps,
    {
      group: 'list-totals',
      key: JSON.stringify([filter, currency, rates, minute]),
      max: maxTotals,
      tagsOf: () => ['catalogue', 'settings'],
    },
    async () => {
      first = await readRows(deps, filtering, sql`(select count(*) from hits)`)
      return { total: first.total }
    },
  )
  const { rows } = first ?? (await readRows(deps, filtering, sql`${total}::bigint`))
  const matches = rows.filter((row) => row.id !== null)
  const shown = matches.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => viewCard(kind, viewService(kind, row), row.availability)),
    total,
    nextCursor: matches.length > shown.length && last ? encodeCursor([last.sort_text, last.id]) : null,
  }
}

async function readRows(deps: CatalogueDeps, filtering: Filtering, total: RawBuilder<unknown>): Promise<Paged> {
  const { kind, input, rates, now } = filtering
  const { key, type, isDown } = sortOf(input.sort, rates)
  const after = input.cursor === undefined ? null : readCursor(input.cursor, type)
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const where = sql.join(filtersOf(filtering), sql` and `)
  const beyond = after
    ? sql`where (sort_key, id) ${sql.raw(isDown ? '<' : '>')} (${after.key}::${sql.raw(type)}, ${after.id}::uuid)`
    : sql``
  // Fetch one extra row to know whether there is a next page.
  const { rows } = await sql<Paged['rows'][number]>`
    with hits as not materialized (
      select ${sql.raw(serviceColumns.join(', '))}, ${key} as sort_key from services where ${where}
    ), page as (
      select * from hits ${beyond} order by sort_key ${direction}, id ${direction} limit ${input.limit + 1}
    )
    select counted.total, ${cardColumns('page', [kind], filtering.reader)}, page.sort_key::text as sort_text, ${availabilityOf('page', now)} as availability
    from (select ${total} as total) counted left join page on true
    order by page.sort_key ${direction}, page.id ${direction}`.execute(deps.db)
  return { rows, total: Number(rows[0]?.total ?? 0) }
}

function readCursor(cursor: string, type: string): { key: string; id: string } {
  const [key, id] = decodeCursor(cursor) ?? []
  const isKey = type === 'numeric' ? (given: string) => /^-?\d{1,20}(\.\d{1,12})?$/.test(given) : isInstantText
  if (typeof key === 'string' && isKey(key) && typeof id === 'string' && isUuid(id)) return { key, id }
  throw new Refusal('catalogue/invalid', {}, [{ path: 'cursor', message: text('editing.startAgain') }])
}

type Sort = { readonly key: RawBuilder<unknown>; readonly type: 'timestamptz' | 'numeric'; readonly isDown: boolean }

/** Items without the value come last. The id breaks ties, so that pages never overlap. */
function sortOf(sort: ListInput['sort'], rates: RatesPerUsd): Sort {
  switch (sort) {
    case 'newest':
      return { key: sql`created_at`, type: 'timestamptz', isDown: true }
    case 'price':
      return { key: sql`coalesce(${dollars(rates)}, 1e15::numeric)`, type: 'numeric', isDown: false }
    case 'price-desc':
      return { key: sql`coalesce(${dollars(rates)}, -1::numeric)`, type: 'numeric', isDown: true }
    case 'duration':
      return { key: sql`coalesce(duration_minutes, 1000000000)::numeric`, type: 'numeric', isDown: false }
    case 'rating':
      return { key: sql`rating`, type: 'numeric', isDown: true }
  }
}

/** Converts prices to US cents for comparison; null without a price or rate. */
export function dollars(rates: RatesPerUsd, amount: RawBuilder<unknown> = sql`from_minor`): RawBuilder<unknown> {
  const cases = Object.entries(rates).map(([code, rate]) => sql`when ${code} then ${String(rate)}::numeric`)
  return sql`round(${amount} / (case currency ${sql.join(cases, sql` `)} end), 6)`
}

type Filtering = {
  readonly kind: LoadedKind
  readonly input: ListInput
  readonly currency: string
  readonly rates: RatesPerUsd
  readonly now: Date
  /** The words of `q`; null: none. */
  readonly words: RawBuilder<unknown> | null
  readonly reader: Reader | null
}
function filtersOf({ kind, input, currency, rates, now, words }: Filtering): RawBuilder<unknown>[] {
  const { place, duration, type, featured, priceFrom, priceTo } = input
  return [
    sql`kind = ${kind.key} and status = 'active'`,
    ...(words ? [words] : []),
    ...(place ? [sql`location = ${place}`] : []),
    ...(duration ? [durationFilter(duration)] : []),
    ...(type ? [sql`facets ->> ${`${kind.key}_type`} = ${type}`] : []),
    ...(featured ? [sql`is_featured`] : []),
    ...(input.date ? [isOnSaleOn(input.date, now)] : []),
    ...(priceFrom === undefined && priceTo === undefined
      ? []
      : [priceFilter(priceBounds({ from: priceFrom, to: priceTo, currency }, rates))]),
  ]
}

/** Every typed word as a part of the text, or every word or a synonym of it. */
function wordsFilter(q: string, vocabulary: Vocabulary): RawBuilder<unknown> | null {
  const translated = (pattern: string) =>
    sql`services.id in (select service_id from service_translations where search_text like ${pattern})`
  const like = (typed: string) =>
    searchPatterns(typed).map((pattern) => sql`(search_text like ${pattern} or ${translated(pattern)})`)
  const all = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` and `)})`
  const typed = like(q)
  if (typed.length === 0) return null
  const parts = readParts(q, vocabulary).map(spellingsOf)
  if (parts.every((spellings) => spellings.length === 1)) return all(typed)
  const spelled = parts.map(
    (spellings) =>
      sql`(${sql.join(
        spellings.map((words) => all(like(words.join(' ')))),
        sql` or `,
      )})`,
  )
  return sql`(${all(typed)} or ${all(spelled)})`
}

const durationFilter = (choice: DurationChoice) =>
  sql`duration_minutes >= ${durationBounds[choice][0]} and duration_minutes < ${durationBounds[choice][1]}`

function priceFilter(bounds: ReturnType<typeof priceBounds>): RawBuilder<unknown> {
  const each = bounds.map(
    ({ currency, from, to }) => sql`(currency = ${currency} and from_minor is not null
      ${from === null ? sql`` : sql`and from_minor >= ${from}`} ${to === null ? sql`` : sql`and from_minor < ${to}`})`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}

type FacetRow = {
  location: string
  duration: DurationChoice | null
  type: string | null
  currency: string
  items: number
  least: number | null
  most: number | null
}

/** Covers the whole kind, so that users can change a filter. One statement, or none while cached. */
async function readFacets(
  deps: CatalogueDeps,
  kind: LoadedKind,
  currency: string,
  rates: RatesPerUsd,
): Promise<Facets> {
  const choices = Object.entries(durationBounds).map(
    ([choice, [from, to]]) => sql`when duration_minutes >= ${from} and duration_minutes < ${to} then ${choice}`,
  )
  const rows = await remember(deps, `facets:${kind.key}`, ['catalogue'], async () => {
    const counts = await sql<FacetRow>`
      select location, duration, type, currency, count(*) as items, min(from_minor) as least, max(from_minor) as most
      from (
        select location, currency, from_minor, facets ->> ${`${kind.key}_type`} as type,
          case ${sql.join(choices, sql` `)} end as duration
        from services where kind = ${kind.key} and status = 'active'
      ) items group by location, duration, type, currency`.execute(deps.db)
    return counts.rows
  })
  const durations = countBy(rows, (row) => row.duration)
  return {
    places: byCount(countBy(rows, (row) => row.location || null)),
    durations: (Object.keys(durationBounds) as DurationChoice[]).flatMap((value) => {
      const count = durations.get(value)
      return count ? [{ value, count }] : []
    }),
    types: byCount(countBy(rows, (row) => row.type || null)).map((type) => ({ ...type, ...nameOf(kind, type.value) })),
    price: priceSpan(rows, currency, rates),
  }
}

function countBy(rows: readonly FacetRow[], pick: (row: FacetRow) => string | null): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = pick(row)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + row.items)
  }
  return counts
}
function nameOf({ key, specs }: LoadedKind, type: string): { name?: string } {
  const name = specs.find((spec) => spec.name === `${key}_type`)?.optionNames?.[type]
  return name ? { name: forAnswer(name) } : {}
}
const byCount = (counts: Map<string, number>) =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en'))

/** The price range in whole units, rounded outwards. Ignores items without a rate to the currency. */
function priceSpan(rows: readonly FacetRow[], currency: string, rates: RatesPerUsd): Facets['price'] {
  const amounts = rows.flatMap((row) =>
    [row.least, row.most].flatMap((minor) => {
      const shown = minor === null ? null : convert(money(minor, row.currency), currency, rates)
      return shown ? [shown.minor] : []
    }),
  )
  if (amounts.length === 0) return null
  return { min: Math.floor(Math.min(...amounts) / 100), max: Math.ceil(Math.max(...amounts) / 100), currency }
}
