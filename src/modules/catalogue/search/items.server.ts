import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../kernel/translations.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { availabilityOf } from '../availability.server.ts'
import type { ServiceCard } from '../contract.ts'
import { type CardRow, type CatalogueDeps, cardColumns, viewCard, viewService } from '../views.server.ts'
import { correctionOf, swapsOf } from './correction.ts'
import { chosenParts } from './most-parts.server.ts'
import { spelledAs } from './spelling.ts'
import { readVocabulary } from './vocabulary.server.ts'
import {
  hasParts,
  kindsMeant,
  type Part,
  partsHeld,
  partsOfKinds,
  queryOf,
  readParts,
  type Vocabulary,
  wordsOf,
  wordsWithin,
} from './words.ts'
import '../tables.server.ts'

export interface KindResults {
  readonly kind: LoadedKind
  readonly total: number
  /** The best ones, the best first. */
  readonly cards: readonly ServiceCard[]
  /** What to search for among the items of the kind; '' shows all of them. */
  readonly words: string
}
export interface SearchResults {
  /** The words that were searched instead, if nothing has all that were typed. */
  readonly corrected: string | null
  /** What was searched. */
  readonly parts: readonly Part[]
  /** In the order of their best items. */
  readonly kinds: readonly KindResults[]
  /** Kinds that the search names. */
  readonly named: readonly LoadedKind[]
  /** Places that the search names, and how many of the found items are there. */
  readonly places: readonly { readonly name: string; readonly count: number }[]
}

export interface WantedItems {
  readonly q: string
  /** The most cards of each kind. */
  readonly perKind: number
  readonly reader?: Reader | null
  /** Whether other rooms have something for the words; then the words stay as they are. */
  readonly hasMatchElsewhere?: (parts: readonly Part[]) => boolean
}

/**
 * Searches the active items of every kind. One statement; up to three if nothing is found: to correct the words, and to
 * search for as many of them as an item has. One more for the settings unless they are cached.
 */
export async function searchItems(deps: CatalogueDeps, wanted: WantedItems): Promise<SearchResults> {
  const vocabulary = await readVocabulary(deps)
  const parts = readParts(wanted.q, vocabulary)
  const results = await findItems(deps, wanted, { parts, hits: hitsOfAll(parts), ifNone: parts })
  if (parts.length === 0 || !isEmpty(results) || wanted.hasMatchElsewhere?.(parts)) return results
  const corrected = await correct(deps, parts, vocabulary)
  const asked = corrected === null ? parts : readParts(corrected, vocabulary)
  if (corrected === null && asked.length === 1) return results
  const again = await findItems(deps, wanted, {
    parts: asked,
    hits: hitsOfMost(asked),
    ifNone: partsOfKinds(asked),
  })
  return isEmpty(again) ? results : { ...again, corrected: inTheirSpelling(again) }
}

const isEmpty = ({ kinds, named }: SearchResults): boolean => kinds.length === 0 && named.length === 0
const inTheirSpelling = ({ parts, kinds }: SearchResults): string => {
  const texts = kinds.flatMap(({ cards }) =>
    cards.flatMap(({ title, location, summary }) => [title, location, summary]),
  )
  return spelledAs(
    parts.flatMap(({ typed }) => typed),
    texts,
  )
}

type Summary = {
  readonly kinds: readonly { readonly kind: string; readonly total: number }[]
  readonly places: readonly { readonly place: string; readonly total: number }[]
  /** A bit for each part that the found items have; null if nothing is found. */
  readonly held: number | null
}
type Row = CardRow & Summary
type Asked = {
  readonly parts: readonly Part[]
  readonly hits: RawBuilder<unknown>
  /** The parts that count if no item is found: they may still name a kind. */
  readonly ifNone: readonly Part[]
}

async function findItems(deps: CatalogueDeps, wanted: WantedItems, asked: Asked): Promise<SearchResults> {
  if (asked.parts.length === 0) return { corrected: null, parts: [], kinds: [], named: [], places: [] }
  const { rows } = await statement(deps, asked.hits, wanted).execute(deps.db)
  const held = rows[0]?.held ?? null
  const parts = held === null ? asked.ifNone : partsHeld(asked.parts, held)
  const named = kindsMeant(parts).flatMap((key) => deps.kinds.find(key) ?? [])
  const cards = Map.groupBy(
    rows.filter((row) => row.id !== null),
    (row) => row.kind,
  )
  const totals = new Map((rows[0]?.kinds ?? []).map(({ kind, total }) => [kind, total]))
  const kinds = [...cards].flatMap(([key, of]): KindResults[] => {
    const kind = deps.kinds.find(key)
    if (!kind) return []
    const shown = of.map((row) => viewCard(kind, viewService(kind, row), row.availability))
    return [{ kind, total: totals.get(key) ?? shown.length, cards: shown, words: wordsWithin(parts, key) }]
  })
  const places = (rows[0]?.places ?? []).filter(({ place }) => hasParts(wordsOf(place), parts))
  return {
    corrected: null,
    parts,
    kinds,
    named,
    places: places.map(({ place, total }) => ({ name: place, count: total })),
  }
}

type Queries = { readonly whole: RawBuilder<unknown>; readonly byStart: RawBuilder<unknown>; readonly parts: number }
/** More parts than this are seldom all in the title. */
const partsOfTitles = 4
/**
 * One number sorts faster than two. `whole` and `byStart` are queries for all words. The likely case comes first, because
 * a match with many words takes as long as finding the item.
 */
function scored({ whole, byStart, parts }: Queries): RawBuilder<unknown> {
  const inTitle = sql`when title_words @@ ${whole} then 3`
  const nowhere = sql`when not head_words @@ ${byStart} then 0`
  const first = parts > partsOfTitles ? [nowhere, inTitle] : [inTitle, nowhere]
  return sql`(1000 * least(appeal, 9))::int
    + 10000 * case ${sql.join(first, sql` `)} when head_words @@ ${whole} then 2 else 1 end as score`
}

/** The items that have every part. */
function hitsOfAll(parts: readonly Part[]): RawBuilder<unknown> {
  const whole = sql`${queryOf(parts, false)}::tsquery`
  const byStart = sql`${queryOf(parts, true)}::tsquery`
  return sql`hits as materialized (
    select service_id, kind, place, ${sql.lit(2 ** parts.length - 1)} as held, ${scored({ whole, byStart, parts: parts.length })}
    from service_search where words @@ ${byStart}
  )`
}

/** The items that have the most parts, and all of them the same ones. */
const hitsOfMost = (parts: readonly Part[]): RawBuilder<unknown> => sql`
  ${chosenParts(parts)}, hits as materialized (
    select service_id, kind, place, held, ${scored({ whole: sql`whole`, byStart: sql`by_start`, parts: parts.length })}
    from chosen join service_search on words @@ by_start
  )`

/** Reads and ranks narrow rows only; then the items that are shown. Most places of a search are counted. */
const maxPlaces = 200
function statement(
  deps: CatalogueDeps,
  hits: RawBuilder<unknown>,
  { perKind, reader = null }: WantedItems,
): RawBuilder<Row> {
  return sql<Row>`
    with ${hits}, counted as (
      select kind, place, count(*) as total from hits group by grouping sets ((kind), (place))
    ), best as (
      select ranked.* from counted as each cross join lateral (
        select service_id, score, row_number() over () as rank from (
          select service_id, score from hits where hits.kind = each.kind
          order by score desc, service_id desc limit ${perKind}
        ) sorted
      ) ranked where each.kind = any(${deps.kinds.all.map(({ key }) => key)}::text[])
    ), summary as (
      select
        (select coalesce(json_agg(counted), '[]') from counted where kind is not null) as kinds,
        (select coalesce(json_agg(p), '[]') from (
          select place, total from counted where place <> '' order by total desc, place limit ${maxPlaces}
        ) p) as places,
        (select held from hits limit 1) as held
    ), shown as (
      select ${cardColumns('services', deps.kinds.all, reader)}, best.score, best.rank
      from best join services on services.id = best.service_id and services.status = 'active'
    )
    select summary.*, shown.*, ${availabilityOf('shown', deps.clock())} as availability
    from summary left join shown on true
    order by max(shown.score) over (partition by shown.kind) desc, shown.kind, shown.rank`
}

/**
 * Replaces the words that no item has by the closest ones that some active item has. Null if there is nothing to
 * replace. One statement.
 */
async function correct(deps: CatalogueDeps, parts: readonly Part[], vocabulary: Vocabulary): Promise<string | null> {
  const typed = parts.flatMap((part) => part.typed)
  const { rows } = await sql<{ word: string; is_known: boolean; candidates: string[] }>`
    select typed.word, known.is_known, case when known.is_known then '{}' else array(
        select close.word from (
          (select distinct word, similarity(word, typed.word) from search_words where word % typed.word
          order by 2 desc, 1 limit 8)
          union select word, 0 from search_words where word = any(string_to_array(typed.swapped, ' '))
        ) close where ${isUsed('close')}
      ) end as candidates
    from unnest(${typed}::text[], ${typed.map((word) => swapsOf(word).join(' '))}::text[])
      with ordinality as typed (word, swapped, at)
    cross join lateral (
      select exists (select from search_words has where has.word like typed.word || '%' and ${isUsed('has')})
        as is_known offset 0
    ) known order by typed.at`.execute(deps.db)
  const own = ownWords(vocabulary)
  const words = rows.map(({ word, is_known, candidates }) => {
    const isKnown = is_known || own.some((each) => each.startsWith(word))
    return isKnown ? word : (correctionOf(word, [...candidates, ...own]) ?? word)
  })
  return words.every((word, at) => word === typed[at]) ? null : words.join(' ')
}

/**
 * Only words of items on sale: others would correct to nothing. The index reads every item that has the word, however many;
 * a few pages of the table show a frequent word at once.
 */
const isUsed = (of: string) => {
  const query = sql`('''' || ${sql.ref(`${of}.word`)} || '''')::tsquery`
  return sql`(exists (select from service_search tablesample system (2) where words @@ ${query})
    or exists (select from service_search where words @@ ${query}))`
}

const ownWords = ({ kinds, synonyms }: Vocabulary): readonly string[] => [
  ...new Set([...kinds.keys(), ...synonyms.keys()].flatMap((phrase) => phrase.split(' '))),
]
