// docs/glossary.md fixes the translation of the shop's terms: a table `term | en | ar | hi | ur | note`, whose cells may
// hold several forms, separated by ' / '. A note that begins with 'context:' marks an English word with other meanings,
// which cannot be checked.
import { shapeOf } from './shape.ts'

export interface Term {
  readonly name: string
  readonly english: readonly string[]
  readonly forms: Readonly<Record<string, readonly string[]>>
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replace(/[`*]/g, '').trim())
const formsOf = (cell: string): string[] =>
  cell
    .split(/\s+\/\s+/)
    .map((form) => form.trim())
    .filter((form) => /[\p{L}\p{N}]/u.test(form))

/** Every table of the document whose header names `term` and `en`; its other columns but `note` are languages. */
export function readGlossary(markdown: string): Term[] {
  let columns: string[] = []
  return markdown.split('\n').flatMap((line) => {
    const cells = line.trim().startsWith('|') ? cellsOf(line.trim()) : []
    if (cells.length === 0) columns = []
    else if (cells.includes('term') && cells.includes('en')) columns = cells
    else if (columns.length > 0 && !/^:?-+:?$/.test(cells[0] ?? '')) {
      const row = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
      const { term = '', en = '', note = '', ...translated } = row
      if (note.startsWith('context:')) return []
      const forms = Object.fromEntries(Object.entries(translated).map(([language, cell]) => [language, formsOf(cell)]))
      return [{ name: term, english: formsOf(en || term), forms }]
    }
    return []
  })
}

/** Marks of vowels and stretching letters, which writers may add. */
const optional = /[\u0640\u064b-\u0652\u0670\u200c\u200d]/gu
const plain = (text: string): string => text.normalize('NFC').replace(optional, '').toLowerCase()
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Before or after a word: the word is part of a longer one, of a name such as ADMIN_EMAIL or of 'price=120'. */
const joined = '[\\p{L}\\p{N}_=]'

/** The terms that an English text uses. A longer term hides the shorter ones in it: 'proof of payment', 'payment'. */
export function termsIn(english: string, terms: readonly Term[]): Term[] {
  const written = terms
    .flatMap((term) => term.english.map((form) => ({ term, form })))
    .sort((one, other) => other.form.length - one.form.length)
  const used = new Set<Term>()
  let left = english
  for (const { term, form } of written) {
    const rest = left.replace(new RegExp(`(?<!${joined})${escaped(form)}(e?s)?(?!${joined})`, 'giu'), ' ~ ')
    if (rest !== left) used.add(term)
    left = rest
  }
  return [...used]
}

/** Names of the terms that the message translates otherwise than the glossary. */
export function strayTerms(
  messages: { english: string; translated: string },
  language: string,
  terms: readonly Term[],
) {
  const text = plain(shapeOf(messages.translated).text)
  return termsIn(shapeOf(messages.english).text, terms)
    .filter(({ forms }) => (forms[language]?.length ?? 0) > 0)
    .filter(({ forms }) => !forms[language]?.some((form) => text.includes(plain(form))))
}
