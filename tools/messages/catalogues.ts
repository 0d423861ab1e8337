import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isOfficeLanguage } from '../../src/kernel/office-language.ts'

type Nested = { readonly [key: string]: string | Nested }
export type Messages = ReadonlyMap<string, string>

/** The back office has languages of its own. */
const isTranslated = (room: string, language: string): boolean => room !== 'admin' || isOfficeLanguage(language)

const flatten = (messages: Nested, prefix = ''): (readonly [string, string])[] =>
  Object.entries(messages).flatMap(([name, message]) =>
    typeof message === 'string' ? [[prefix + name, message] as const] : flatten(message, `${prefix}${name}.`),
  )

/** Rooms below `source` that are read in the language. */
export const translatedRooms = (source: string, language: string): string[] =>
  globSync('**/messages/en.json', { cwd: source })
    .map((file) => path.dirname(path.dirname(file)).split(path.sep).join('/'))
    .filter((room) => isTranslated(room, language))
    .sort()

/** Every language that has a file in any room. */
export const writtenLanguages = (source: string): string[] => [
  ...new Set(globSync('**/messages/*.json', { cwd: source }).map((file) => path.basename(file, '.json'))),
]

/** Null where the room has no file in the language. */
export function readRoom(source: string, room: string, language: string): Messages | null {
  const file = path.join(source, room, 'messages', `${language}.json`)
  return existsSync(file) ? new Map(flatten(JSON.parse(readFileSync(file, 'utf8')) as Nested)) : null
}
