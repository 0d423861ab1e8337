// The shop's message catalogue is compiled when it is bundled: the browser then needs a formatter of half a kilobyte in
// place of a parser of nine. `shop-messages:home,services` holds those areas of it alone, so that a page brings its
// own words and no others.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Messages = { [key: string]: string | Messages }

const prefix = 'shop-messages:'
const catalogue = path.join(import.meta.dirname, '../../src/shop/messages/en.json')

const compileAll = (messages: Messages): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  )

function pick(messages: Messages, areas: readonly string[]): Messages {
  const unknown = areas.find((area) => !(area in messages))
  if (unknown) throw new Error(`There are no messages named '${unknown}'`)
  return Object.fromEntries(areas.map((area) => [area, messages[area] ?? {}]))
}

export const messages = (): Plugin => ({
  name: 'safar:messages',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    this.addWatchFile(catalogue)
    const all = JSON.parse(await readFile(catalogue, 'utf8')) as Messages
    const areas = id.slice(prefix.length + 1).split(',')
    return `export default ${JSON.stringify(compileAll(pick(all, areas)))}`
  },
})

/** Compiled messages need the formatter only. */
export const messageAlias = { 'use-intl/format-message': 'use-intl/format-message/format-only' }
