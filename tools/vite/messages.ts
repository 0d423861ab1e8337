// The message catalogues are compiled when they are bundled: the browser then needs a formatter of half a kilobyte in
// place of a parser of nine. `shop-messages:home,services` holds those areas of the shop's catalogue alone, so that a
// page brings its own words and no others; `admin-messages:all` is the back office's whole catalogue.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Messages = { [key: string]: string | Messages }

const address = /^(shop|admin)-messages:(.+)$/
const catalogueOf = (room: string): string => path.join(import.meta.dirname, `../../src/${room}/messages/en.json`)

const compileAll = (messages: Messages): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  )

function pick(messages: Messages, areas: readonly string[]): Messages {
  if (areas[0] === 'all') return messages
  const unknown = areas.find((area) => !(area in messages))
  if (unknown) throw new Error(`There are no messages named '${unknown}'`)
  return Object.fromEntries(areas.map((area) => [area, messages[area] ?? {}]))
}

export const messages = (): Plugin => ({
  name: 'safar:messages',
  resolveId: (id) => (address.test(id) ? `\0${id}` : null),
  async load(id) {
    const [, room, areas] = (id.startsWith('\0') && address.exec(id.slice(1))) || []
    if (!room || !areas) return null
    const catalogue = catalogueOf(room)
    this.addWatchFile(catalogue)
    const all = JSON.parse(await readFile(catalogue, 'utf8')) as Messages
    return `export default ${JSON.stringify(compileAll(pick(all, areas.split(','))))}`
  },
})

/** Compiled messages need the formatter only. */
export const messageAlias = { 'use-intl/format-message': 'use-intl/format-message/format-only' }
