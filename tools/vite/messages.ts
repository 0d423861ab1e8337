// The message catalogues, compiled when they are bundled: the browser then needs a formatter of half a kilobyte instead
// of a parser of nine. A page imports only the areas it shows.
//   shop-messages:home,services         areas of src/shop/messages, by language
//   room-messages:services/tour/shop    areas of src/services/tour/messages, by language and room; the room may end
//                                       in '*', and the area 'all' is the whole catalogue
//   every-messages:languageSuggestion   one area of src/shop/messages in every language, for sentences in another than the page's
//   admin-messages:all                  the back office's whole catalogue, by language of the back office
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { isolateValues } from '../../src/kernel/direction.ts'
import { catalogueLanguage, isPseudo, languages, officeLanguages, pseudoLanguages } from '../../src/kernel/language.ts'
import { pseudoMessage } from '../../src/platform/pseudo-locale.ts'

type Messages = { [key: string]: string | Messages }

const source = path.join(import.meta.dirname, '../../src')
const address = /^(shop|admin|room|every)-messages:(?:(.+)\/)?([^/]+)$/
const fileOf = (room: string, language: string): string => path.join(source, room, 'messages', `${language}.json`)

const compileAll = (messages: Messages, language: string, change = (it: string) => it): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string'
        ? isolateValues(compile(change(message)), language)
        : compileAll(message, language, change),
    ]),
  )

/** Tests also render the pseudo-locale. */
const compiled: readonly string[] = process.env.VITEST ? [...languages, ...pseudoLanguages] : languages

/** The named areas. `room` must have them all; null for a pattern, whose rooms may lack some. */
function pick(messages: Messages, areas: readonly string[], room: string | null): Messages {
  if (areas[0] === 'all') return messages
  const unknown = areas.find((area) => !(area in messages))
  if (unknown && room) throw new Error(`src/${room}/messages has no area '${unknown}'`)
  return Object.fromEntries(areas.flatMap((area) => (messages[area] ? [[area, messages[area]]] : [])))
}

const roomsLike = (pattern: string): string[] =>
  globSync(`${pattern}/messages/en.json`, { cwd: source })
    .map((file) => path.dirname(path.dirname(file)).split(path.sep).join('/'))
    .sort()

const catalogues = new Map<string, { readonly changed: number; readonly messages: Messages }>()

/** Parses a catalogue when it has changed: a build asks for the large ones thousands of times. */
function readCatalogue(file: string, watch: (file: string) => void): Messages {
  watch(file)
  const changed = statSync(file).mtimeMs
  const known = catalogues.get(file)
  if (known?.changed === changed) return known.messages
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Messages
  catalogues.set(file, { changed, messages })
  return messages
}

/** A message that the language lacks, such as one of a kind that was just added, is the English one. */
const filled = (english: Messages, own: Messages): Messages => ({
  ...english,
  ...Object.fromEntries(
    Object.entries(own).map(([key, message]) => {
      const known = english[key]
      return [key, typeof message === 'object' && typeof known === 'object' ? filled(known, message) : message]
    }),
  ),
})

/** The areas that an address names, in one language. */
function messagesAt(id: string, language: string, watch: (file: string) => void = () => {}): unknown {
  const [, owner = '', pattern = owner, names = ''] = address.exec(id) ?? []
  const areas = names.split(',')
  const read = (room: string): Record<string, unknown> => {
    const whole = readCatalogue(fileOf(room, catalogueLanguage), watch)
    const english = pick(whole, areas, pattern.includes('*') ? null : room)
    const own = fileOf(room, language)
    const picked = existsSync(own) ? filled(english, pick(readCatalogue(own, watch), areas, null)) : english
    return compileAll(picked, language, isPseudo(language) ? pseudoMessage : undefined)
  }
  return owner === 'room' ? Object.fromEntries(roomsLike(pattern).map((room) => [room, read(room)])) : read(owner)
}

const isWritten = (id: string, language: string): boolean =>
  !id.startsWith('admin-') || (officeLanguages as readonly string[]).includes(language)

const inEach = (id: string, wanted: readonly string[], watch?: (file: string) => void): string =>
  JSON.stringify(
    Object.fromEntries(
      wanted
        .filter((language) => isWritten(id, language))
        .map((language) => [language, messagesAt(id, language, watch)]),
    ),
  )

/** One area by language, with no message compiled: plain sentences only. */
const everyLanguage = (area: string, watch: (file: string) => void): string =>
  JSON.stringify(
    Object.fromEntries(
      compiled.map((language) => [
        language,
        Object.values(messagesAt(`shop-messages:${area}`, language, watch) as object)[0],
      ]),
    ),
  )

/** In built files, where the messages of one language belong. The digest of all languages is part of the file's name. */
const gap = 'shopMessagesAt'
const gapPattern = /shopMessagesAt\((["'`])(.+?)\1,(["'`])\w+\3\)/g
const gapAt = (id: string, watch: (file: string) => void): string => {
  const digest = createHash('sha256')
    .update(inEach(id, languages, watch))
    .digest('hex')
    .slice(0, 16)
  return `/* @__PURE__ */ ${gap}(${JSON.stringify(id)}, '${digest}')`
}

/** A built file with the messages of one language. */
export const fillGaps = (code: string, language: string): string =>
  code.replace(gapPattern, (_, _quote, id: string) => inEach(id, [language]))

/** `split`: files for browsers have gaps, which tools/vite/languages.ts fills once per language. */
export function messages({ split = false } = {}): Plugin {
  let isBuild = false
  return {
    name: 'safar:messages',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (address.test(id) ? `\0${id}` : null),
    load(id) {
      const [, owner, , names = ''] = (id.startsWith('\0') && address.exec(id.slice(1))) || []
      if (!owner) return null
      const place = id.slice(1)
      const watch = (file: string) => this.addWatchFile(file)
      if (owner === 'every') return `export default ${everyLanguage(names, watch)}`
      const { name, config } = this.environment
      if (!split || !isBuild || name !== 'client') return `export default ${inEach(place, compiled, watch)}`
      // The first build only measures (chunks.ts).
      return `export default ${config.build.write ? gapAt(place, watch) : inEach(place, [catalogueLanguage], watch)}`
    },
  }
}

/** Compiled messages need the formatter only. */
export const messageAlias = { 'use-intl/format-message': 'use-intl/format-message/format-only' }
