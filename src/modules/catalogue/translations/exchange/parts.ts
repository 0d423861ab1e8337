/**
 * A field's value as single texts that a translator sees, by their place: a list has one for each entry, a day of an
 * itinerary its title, description and activities. Pure.
 */
import { readMarked } from '../../../../kernel/marked-text.ts'
import type { TranslatableField } from '../original.ts'

/** The place within the field: '' for the whole, '0.title' for the title of the first day. */
export type Parts = ReadonlyMap<string, string>

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export function partsOf({ input }: TranslatableField, value: unknown): Parts {
  const parts = ((): [string, unknown][] => {
    if (input === 'list') return entriesOf(value).map((entry, at) => [String(at), entry])
    if (input === 'itinerary' || input === 'questions')
      return entriesOf(value).flatMap((entry, at) => leavesOf(entry, String(at)))
    return [['', value]]
  })()
  return new Map(parts.map(([key, part]) => [key, textIn(part)] as const).filter(([, part]) => part !== ''))
}

const leavesOf = (value: unknown, key: string): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inside]) => leavesOf(inside, `${key}.${name}`))
    : [[key, value]]

/** The value with these parts; blank parts may be left out. Null: they do not fit the field. */
export function withParts({ input }: TranslatableField, parts: Parts): unknown {
  if (input === 'list') return listOf(parts)
  if (input === 'itinerary') return rowsOf(parts, dayOf)
  if (input === 'questions') return rowsOf(parts, questionOf)
  return parts.size === 1 ? (parts.get('') ?? null) : null
}

/** Entries 0 to n, each once. */
function listOf(parts: Parts): string[] | null {
  const list = Array.from({ length: parts.size }, (_, at) => parts.get(String(at)))
  return list.every((entry) => entry !== undefined) ? list : null
}

const maxRows = 200
function rowsOf(parts: Parts, read: (row: Parts) => object | null): object[] | null {
  const rows = Map.groupBy(parts, ([key]) => key.split('.', 1)[0] ?? '')
  const places = [...rows.keys()]
  if (!places.every((place) => /^\d{1,3}$/.test(place) && Number(place) < maxRows)) return null
  const inOrder = places.toSorted((one, other) => Number(one) - Number(other))
  const values = inOrder.map((place) =>
    read(new Map(rows.get(place)?.map(([key, part]) => [key.slice(place.length + 1), part]))),
  )
  return values.every((value) => value !== null) ? values : null
}

function dayOf(row: Parts): object | null {
  const { title, description, others } = named(row, ['title', 'description'])
  const activities = listOf(new Map([...others].map(([key, part]) => [key.replace(/^activities\./, ''), part])))
  if (activities === null || [...others.keys()].some((key) => !key.startsWith('activities.'))) return null
  return { title, description, ...(activities.length > 0 && { activities }) }
}
function questionOf(row: Parts): object | null {
  const { question, answer, others } = named(row, ['question', 'answer'])
  return others.size === 0 ? { question, answer } : null
}
function named<Name extends string>(row: Parts, names: readonly Name[]) {
  const known = Object.fromEntries(names.map((name) => [name, row.get(name) ?? ''])) as Record<Name, string>
  return { ...known, others: new Map([...row].filter(([key]) => !(names as readonly string[]).includes(key))) }
}

/** The blocks of a marked text, and where its links lead. A translation has the same. */
export function structureOf(text: string): string {
  const blocks = readMarked(text)
  const links = blocks.flatMap(({ lines }) => lines.flatMap((line) => line.flatMap(({ href }) => href ?? [])))
  return JSON.stringify([blocks.map(({ tag, lines }) => [tag, lines.length]), [...new Set(links)].toSorted()])
}
