/**
 * Message references: what rules, schemas and field specs carry in place of a sentence. A reference names a message of
 * a room's catalogue and its values; the edges (API, pages, mail, PDF) turn it into text in the reader's language.
 */

import { dateIn, type LocalDate, type LocalTime, timeIn } from './dates.ts'
import { joinIn, type ListKind } from './lists.ts'
import { datesIn } from './shown-dates.ts'

declare const message: unique symbol
/** A reference that must be resolved before it is shown: the compiler does not accept it as a string. */
export type Message = { readonly [message]: true }
/** What `messagesOf` makes: also a string, as zod's messages must be. */
export type MessageString = string & Message
/** A reference, or text that needs no translation, such as what the agency wrote. */
export type Text = Message | string
export type MessageValues = Readonly<Record<string, string | number | Message>>

/** Compiled messages by language, and by area or room. */
export type CompiledMessages = Readonly<Record<string, Readonly<Record<string, object>>>>

/** 'form.title' for `{ form: { title: '...' } }` */
export type KeyOf<Catalogue> = {
  [Key in keyof Catalogue & string]: Catalogue[Key] extends string ? Key : `${Key}.${KeyOf<Catalogue[Key]>}`
}[keyof Catalogue & string]

/** A control character, which no text that people type may hold. */
const mark = '\u001f'

/**
 * The references of one room, with keys checked against its English catalogue:
 * `export const text = messagesOf<typeof en>('services/tour')`.
 */
export const messagesOf =
  <Catalogue>(room: string) =>
  (key: KeyOf<Catalogue>, values?: MessageValues): MessageString =>
    `${mark}${room}.${key}${values ? mark + JSON.stringify(values) : ''}` as MessageString

const listKey = /^:(\w+)$/

/** Several texts as one, joined when the language is known. Empty for none. */
export const joined = (items: readonly Text[], kind: ListKind = 'facts'): Text =>
  items.length < 2 ? (items[0] ?? '') : (`${mark}:${kind}${mark}${JSON.stringify({ ...items })}` as MessageString)

const dated = (day: string, time: string): MessageString =>
  `${mark}:dated${mark}${JSON.stringify({ day, time })}` as MessageString
/** A day in an email, printout or message, written when the language is known. */
export const dayText = (day: LocalDate): Text => dated(day, '')
/** A time of day, '14:00' or '14:00:00'. */
export const timeText = (time: LocalTime): Text => dated('', time)
/** A day, with its time where that is known. */
export const startText = (day: LocalDate, time: LocalTime | null): Text => dated(day, time ?? '')
/** An instant on the clock of a time zone. */
export const instantText = (instant: Date, zone: string): Text => dated(dateIn(zone, instant), timeIn(zone, instant))

function sayDated({ day, time }: Readonly<Record<string, unknown>>, locale: string): string {
  const { plainDay, moment, time: timeOf } = datesIn(locale)
  const [on, at] = [String(day), String(time).slice(0, 5)]
  return at === '' ? plainDay(on) : on === '' ? timeOf(at) : moment(on, at)
}

/** A name that is the same in every language, such as a card brand. `npm run sentences` accepts it in code. */
export const properName = (name: string): string => name

/** A reference in an answer of the API, which resolves it as it is sent. */
export const forAnswer = (text: Text): string => text as string

export const isMessage = (value: unknown): value is MessageString => typeof value === 'string' && value.startsWith(mark)

/** Marks text from outside, such as a supplier's message, which must never be read as a reference. */
export const foreignWords = (words: string): string => words.replaceAll(mark, ' ')

/** The text of 'services/tour.shop.duration' with its values; null where there is no such message. */
export type Format = (key: string, values: Readonly<Record<string, string | number>>) => string | null
export type Say = (text: Text) => string

function readValues(json: string): Readonly<Record<string, string | number>> | null {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/**
 * Resolves references with `format`, also those within values; any other text comes back unchanged. `language`: its
 * locale, for lists and dates.
 */
export const sayWith = (format: Format, language = 'en'): Say => {
  const say: Say = (text) => {
    if (!isMessage(text)) return text as string
    const [, key = '', json = '{}'] = text.split(mark)
    const values = readValues(json)
    if (!values) return text
    if (key === ':dated') return sayDated(values, language)
    const resolved = Object.entries(values).map(
      ([name, value]) => [name, isMessage(value) ? say(value) : value] as const,
    )
    const kind = listKey.exec(key)?.[1] as ListKind | undefined
    if (kind)
      return joinIn(
        language,
        resolved.map(([, item]) => String(item)),
        kind,
      )
    return format(key, Object.fromEntries(resolved)) ?? text
  }
  return say
}

/** The same reference with every string among its values changed, also within references among them. */
export function mapMessageValues(message: MessageString, change: (value: string) => string): MessageString {
  const [, key = '', json] = message.split(mark)
  const values = json === undefined ? null : readValues(json)
  if (!values) return message
  const changed = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    return [name, isMessage(value) ? mapMessageValues(value, change) : change(value)]
  })
  return `${mark}${key}${mark}${JSON.stringify(Object.fromEntries(changed))}` as MessageString
}
