// Message catalogues (src/**/messages/*.json) are compiled when they are bundled: the browser then needs a formatter of
// half a kilobyte in place of a parser of nine.
import { readFile } from 'node:fs/promises'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Messages = { [key: string]: string | Messages }

const compileAll = (messages: Messages): unknown =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  )

export const messages = (): Plugin => ({
  name: 'safar:messages',
  enforce: 'pre',
  async load(id) {
    const [file = ''] = id.split('?')
    if (!/\/messages\/[a-z-]+\.json$/i.test(file)) return null
    return JSON.stringify(compileAll(JSON.parse(await readFile(file, 'utf8'))))
  },
})

/** Compiled messages need the formatter only. */
export const messageAlias = { 'use-intl/format-message': 'use-intl/format-message/format-only' }
