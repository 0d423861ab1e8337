// The message catalogues, compiled when they are bundled: the browser then needs a formatter of half a kilobyte instead
// of a parser of nine. A page imports only the areas it shows.
//   shop-messages:home,services         areas of src/shop/messages, by language
//   room-messages:services/tour/shop    areas of src/services/tour/messages, by language and room; the room may end
//                                       in '*', and the area 'all' is the whole catalogue
//   admin-messages:all                  the back office's whole catalogue, in English
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { isolateValues } from '../../src/kernel/direction.ts'
import { catalogueLanguage, isPseudo, languages, pseudoLanguages } from '../../src/kernel/language.ts'
import { pseudoMessage } from '../../src/platform/pseudo-locale.ts'

type Messages = { [key: string]: string | Messages }

const source = path.join(import.meta.dirname, '../../src')
const address = /^(shop|admin|room)-messages:(?:(.+)\/)?([^/]+)$/
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

export const messages = (): Plugin => ({
  name: 'safar:messages',
  resolveId: (id) => (address.test(id) ? `\0${id}` : null),
  load(id) {
    const [, owner, pattern = owner, names] = (id.startsWith('\0') && address.exec(id.slice(1))) || []
    if (!owner || !pattern || !names) return null
    const read = (room: string, language: string): Record<string, unknown> => {
      const isMadeUp = isPseudo(language)
      const file = fileOf(room, isMadeUp ? catalogueLanguage : language)
      this.addWatchFile(file)
      const messages = JSON.parse(readFileSync(file, 'utf8')) as Messages
      const picked = pick(messages, names.split(','), pattern.includes('*') ? null : room)
      return compileAll(picked, language, isMadeUp ? pseudoMessage : undefined)
    }
    const inLanguage = (language: string): unknown =>
      owner === 'room'
        ? Object.fromEntries(roomsLike(pattern).map((room) => [room, read(room, language)]))
        : read(owner, language)
    const value =
      owner === 'admin'
        ? inLanguage('en')
        : Object.fromEntries(compiled.map((language) => [language, inLanguage(language)]))
    return `export default ${JSON.stringify(value)}`
  },
})

/** Compiled messages need the formatter only. */
export const messageAlias = { 'use-intl/format-message': 'use-intl/format-message/format-only' }
