/** Which column of a kind the header of a file means. Pure. */
import { knownLanguages } from '../../../kernel/language.ts'
import type { Say, Text } from '../../../kernel/messages.ts'
import { correctionOf } from '../search/correction.ts'
import { text } from '../text.ts'
import type { Column, Mapping, TranslatedColumn } from './columns.ts'

export interface Columns {
  readonly plain: readonly Column[]
  readonly translated: readonly TranslatedColumn[]
}

/** Letters and digits only: 'High lights' is 'highlights'. */
const squashed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')
/** Words matter: 'Price, adult' is 'price_adult'. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

type Match = (header: string, columns: readonly Column[], say: Say) => string | null

const exactly: Match = (header, columns, say) => {
  const wanted = folded(header)
  if (wanted === '') return null
  return columns.find(({ name, label }) => name === wanted || folded(say(label)) === wanted)?.name ?? null
}

/** The field with the closest name or label, a letter or two apart; null if none is close. */
const closest: Match = (header, columns, say) => {
  const wanted = squashed(header)
  const names = new Map(
    columns.flatMap(({ name, label }) => [
      [squashed(say(label)), name],
      [squashed(name), name],
    ]),
  )
  return names.get(wanted) ?? names.get(correctionOf(wanted, [...names.keys()]) ?? '') ?? null
}

interface Named {
  readonly field: string
  readonly code: string
}
/** 'Title', 'ar' of 'Title [ar]'. */
function cut(header: string, before: string, after: string): Named | null {
  const at = header.lastIndexOf(before)
  if (at < 1 || !header.endsWith(after)) return null
  const code = header.slice(at + before.length, header.length - after.length)
  return { field: header.slice(0, at), code: code.trim().toLowerCase() }
}

const codes = knownLanguages.map((language) => language.toLowerCase())
/** 'Title [ar]', 'Title (ar)' and 'title_ar'. With other words, round brackets hold a unit, such as '(USD)'. */
function languageIn(header: string): Named | null {
  const inSquareBrackets = cut(header, '[', ']')
  if (inSquareBrackets && /^[a-z]{2,3}(-[a-z]{2})?$/.test(inSquareBrackets.code)) return inSquareBrackets
  const named = cut(header, '(', ')') ?? cut(header, '_', '')
  return named && codes.includes(named.code) ? named : null
}

/** A language is never guessed: only the name of the field may be similar. */
function matched(match: Match, header: string, { plain, translated, say }: Columns & { readonly say: Say }) {
  const named = exactly(header, plain, say) === null ? languageIn(header) : null
  if (named === null) return match(header, plain, say)
  const field = match(named.field, plain, say)
  return translated.find(({ of, language }) => of === field && language.toLowerCase() === named.code)?.name ?? null
}

/** Matches the file's columns to fields by name or label, then to the closest ones that are left; each field at most once. */
export function guessMapping(headers: readonly string[], columns: Columns, say: Say): Mapping {
  const taken = new Set<string>()
  const take = (name: string | null): string | null => {
    if (name === null || taken.has(name)) return null
    taken.add(name)
    return name
  }
  const exact = headers.map((header) => take(matched(exactly, header, { ...columns, say })))
  return exact.map((name, at) => name ?? take(matched(closest, headers[at] ?? '', { ...columns, say })))
}

/** The columns whose field has a similar name only, from 0. Staff confirm them. */
export const guessedColumns = (
  { headers, mapping }: { readonly headers: readonly string[]; readonly mapping: Mapping },
  columns: Columns,
  say: Say,
): number[] =>
  mapping.flatMap((name, at) =>
    name !== null && matched(exactly, headers[at] ?? '', { ...columns, say }) !== name ? [at] : [],
  )

/** The columns, from 0, that name a language which the shop does not offer, or a field without translations. */
export function columnFaults(
  headers: readonly string[],
  { plain, translated }: Columns,
  say: Say,
): { readonly column: number; readonly message: Text }[] {
  return headers.flatMap((header, column) => {
    const named = exactly(header, plain, say) === null ? languageIn(header) : null
    const field = named && (exactly(named.field, plain, say) ?? closest(named.field, plain, say))
    if (named === null || field === null) return []
    const inLanguage = translated.filter(({ language }) => language.toLowerCase() === named.code)
    if (inLanguage.length === 0) return [{ column, message: text('bulk.unknownLanguage', { language: named.code }) }]
    return inLanguage.some(({ of }) => of === field) ? [] : [{ column, message: text('bulk.notTranslatable') }]
  })
}
