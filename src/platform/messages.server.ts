/**
 * The message catalogues on the server: every `messages/en.json` below src/, found by itself, so that a new room or
 * language needs no line here. Read once.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import format, { type CompiledMessage } from 'icu-minify/format'
import { isolateValues } from '../kernel/direction.ts'
import { catalogueLanguage, factsOf, isPseudo, type Language } from '../kernel/language.ts'
import { isMessage, type Say, sayWith, type Text } from '../kernel/messages.ts'
import { pseudoMessage } from './pseudo-locale.ts'

const source = path.join(import.meta.dirname, '..')
type Nested = { readonly [key: string]: string | Nested }
type Messages = ReadonlyMap<string, string>

function flatten(messages: Nested, prefix: string): (readonly [string, string])[] {
  return Object.entries(messages).flatMap(([name, message]) => {
    const key = `${prefix}.${name}`
    return typeof message === 'string' ? [[key, message] as const] : flatten(message, key)
  })
}

/** Every message of one language, by 'services/tour.shop.duration'. */
function readMessages(language: Language): Messages {
  if (isPseudo(language))
    return new Map([...messagesIn(catalogueLanguage)].map(([key, message]) => [key, pseudoMessage(message)]))
  return new Map(
    globSync(`**/messages/${language}.json`, { cwd: source }).flatMap((file) => {
      const room = path.dirname(path.dirname(file)).split(path.sep).join('/')
      return flatten(JSON.parse(readFileSync(path.join(source, file), 'utf8')) as Nested, room)
    }),
  )
}

const once = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

export const messagesIn = once(readMessages)

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}

type Ready = { readonly message: CompiledMessage; readonly locale: string }

/** Resolves references into text of the language. Text that names no message is returned unchanged. */
export const sayIn: (language: Language) => Say = once((language) => {
  const readIn = (reader: Language, key: string): Ready | null => {
    const message = messagesIn(reader).get(key)
    return message === undefined
      ? null
      : { message: isolateValues(compile(message), reader), locale: factsOf(reader).locale }
  }
  const ready = once((key: string) => readIn(language, key) ?? readIn(catalogueLanguage, key))
  return sayWith((key, values) => {
    const compiled = ready(key)
    return compiled && String(format(compiled.message, compiled.locale, values, { formatters, timeZone: 'UTC' }))
  }, factsOf(language).locale)
})

export const say = (text: Text, language: Language = catalogueLanguage): string => sayIn(language)(text)

/** The same value with every reference in it resolved. Copies only what changes. */
export function resolveTexts<Value>(value: Value, language: Language): Value {
  if (isMessage(value)) return say(value, language) as Value
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value
  const before = value as Record<string, unknown>
  let after: Record<string, unknown> | null = null
  for (const key of Object.keys(before)) {
    const resolved = resolveTexts(before[key], language)
    if (resolved === before[key]) continue
    after ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    after[key] = resolved
  }
  return (after ?? value) as Value
}
