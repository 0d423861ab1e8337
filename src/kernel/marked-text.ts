/**
 * Texts of pages and items in a subset of Markdown: `## ` and `### ` headings, `- ` and `1. ` lists, `> ` notes,
 * `**bold**`, `*emphasis*`, `***both***`, `[text](address)`, one block a line. A backslash before a punctuation mark makes it plain.
 * Nothing else is markup: tags are text, and unsafe links are only their words.
 */
import { escapeHtml } from './html.ts'
import { safeLink } from './web-address.ts'

export interface MarkedPiece {
  readonly text: string
  readonly mark?: 'strong' | 'em' | 'both'
  readonly href?: string
}
export interface MarkedBlock {
  readonly tag: 'h2' | 'h3' | 'ul' | 'ol' | 'blockquote' | 'p'
  /** The items of a list, or lines that break within the block. A heading has one. */
  readonly lines: readonly (readonly MarkedPiece[])[]
}

/** Groups: an escaped sign, or a link's words and address, or the words that are both, bold or italic. */
export const inlineMark =
  /\\([!-/:-@[-`{-~])|\[((?:\\.|[^[\]\n\\])+)\]\(([^()\s]{1,2000})\)|\*\*\*((?:\\.|[^*\n\\])+)\*\*\*|\*\*((?:\\.|[^*\n\\])+)\*\*|\*((?:\\.|[^*\n\\])+)\*/g
/** Within a link. Groups: an escaped sign, or the words that are both, bold or italic. */
export const inlineEmphasis =
  /\\([!-/:-@[-`{-~])|\*\*\*((?:\\.|[^*\n\\])+)\*\*\*|\*\*((?:\\.|[^*\n\\])+)\*\*|\*((?:\\.|[^*\n\\])+)\*/g

const plain = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

function piecesOf(line: string): MarkedPiece[] {
  return split(line, inlineMark, ([, escaped, words, address, ...looks]) => {
    if (words === undefined) return [markedPiece(escaped, looks)]
    const href = safeLink(address ?? '')
    const inside = split(words, inlineEmphasis, ([, sign, ...looks]) => [markedPiece(sign, looks)])
    return href === null ? inside : inside.map((piece) => ({ ...piece, href }))
  })
}

/** `looks`: the words that are both, bold or italic. */
function markedPiece(escaped: string | undefined, looks: readonly (string | undefined)[]): MarkedPiece {
  const [both, bold, italic] = looks
  if (both !== undefined) return { text: plain(both), mark: 'both' }
  if (bold !== undefined) return { text: plain(bold), mark: 'strong' }
  return italic === undefined ? { text: escaped ?? '' } : { text: plain(italic), mark: 'em' }
}

/** Pieces of the same look are one. */
function split(line: string, by: RegExp, read: (match: RegExpMatchArray) => MarkedPiece[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  const add = (piece: MarkedPiece) => {
    const last = pieces.at(-1)
    if (piece.text === '') return
    if (last && !last.mark && !last.href && !piece.mark && !piece.href)
      pieces[pieces.length - 1] = { text: last.text + piece.text }
    else pieces.push(piece)
  }
  let at = 0
  for (const match of line.matchAll(by)) {
    add({ text: line.slice(at, match.index) })
    for (const piece of read(match)) add(piece)
    at = match.index + match[0].length
  }
  add({ text: line.slice(at) })
  return pieces
}

export const blockStarts: readonly (readonly [RegExp, MarkedBlock['tag']])[] = [
  [/^###\s+/, 'h3'],
  [/^##\s+/, 'h2'],
  [/^[-*]\s+/, 'ul'],
  [/^\d{1,3}[.)]\s+/, 'ol'],
  [/^>\s?/, 'blockquote'],
]

/** Consecutive lines of the same kind form one block, except headings. */
export function readMarked(text: string): MarkedBlock[] {
  const blocks: { tag: MarkedBlock['tag']; lines: MarkedPiece[][] }[] = []
  let isOpen = false
  for (const line of text
    .replaceAll('\r', '')
    .split('\n')
    .map((each) => each.trim())) {
    const [pattern, tag] = blockStarts.find(([each]) => each.test(line)) ?? [/^/, 'p' as const]
    const pieces = piecesOf(line.replace(pattern, ''))
    const last = blocks.at(-1)
    if (line === '') isOpen = false
    else if (isOpen && last?.tag === tag) last.lines.push(pieces)
    else {
      blocks.push({ tag, lines: [pieces] })
      isOpen = tag !== 'h2' && tag !== 'h3'
    }
  }
  return blocks
}

/** `top` is the level of `## ` headings on the page. */
export const markedHtml = (text: string, top: 2 | 3 = 2): string =>
  readMarked(text)
    .map((block) => htmlOf(block, top))
    .join('')

function htmlOf({ tag, lines }: MarkedBlock, top: number): string {
  const element = tag === 'h2' ? `h${top}` : tag === 'h3' ? `h${top + 1}` : tag
  const inline = lines.map((line) => line.map(pieceHtml).join(''))
  const inside = tag === 'ul' || tag === 'ol' ? inline.map((line) => `<li>${line}</li>`).join('') : inline.join('<br>')
  return `<${element}>${inside}</${element}>`
}

function pieceHtml({ text, mark: look, href }: MarkedPiece): string {
  const names = look === 'both' ? ['em', 'strong'] : look ? [look] : []
  const words = names.reduce((inside, name) => `<${name}>${inside}</${name}>`, escapeHtml(text))
  if (href === undefined) return words
  const rel = /^https?:/i.test(href) ? ' rel="noopener"' : ''
  return `<a href="${escapeHtml(href)}"${rel}>${words}</a>`
}

/** Without markup, for readers of plain text: items of lists keep their sign, links only their words. */
export const plainOf = (text: string): string =>
  readMarked(text)
    .map(({ tag, lines }) =>
      lines.map((line, at) => (tag === 'ul' ? '- ' : tag === 'ol' ? `${at + 1}. ` : '') + wordsOf(line)).join('\n'),
    )
    .join('\n\n')

const wordsOf = (line: readonly MarkedPiece[]): string => line.map(({ text }) => text).join('')

/** Whether the text shows more than paragraphs of plain text. */
export const hasMarkup = (text: string): boolean =>
  readMarked(text).some(
    ({ tag, lines }) => tag !== 'p' || lines.some((line) => line.some((piece) => piece.mark || piece.href)),
  )

/** The text of a document. Empty blocks and lines are left out. */
export const writeMarked = (blocks: readonly MarkedBlock[]): string =>
  blocks
    .map(({ tag, lines }) =>
      lines
        .map((line) => writeLine(line).trim())
        .filter((line) => line !== '')
        .map((line, at) => (tag === 'p' ? escapeStart(line) : signs[tag](at) + line))
        .join('\n'),
    )
    .filter((block) => block !== '')
    .join('\n\n')

const signs = {
  h2: () => '## ',
  h3: () => '### ',
  ul: () => '- ',
  ol: (at: number) => `${at + 1}. `,
  blockquote: () => '> ',
}

const escapeInline = (text: string): string => text.replace(/[\\*[\]]/g, '\\$&').replace(/\s+/g, ' ')
/** A plain line must not begin like a block. */
const escapeStart = (line: string): string =>
  line.replace(/^(?=#{2,3}\s|-\s|>)/, '\\').replace(/^(\d{1,3})(?=[.)]\s)/, '$1\\')

function writeLine(line: readonly MarkedPiece[]): string {
  const signOf = { strong: '**', em: '*', both: '***' }
  let written = ''
  for (const [at, { text, mark: look, href }] of line.entries()) {
    const sign = look ? signOf[look] : ''
    const words = around(sign, escapeInline(text))
    const isFirst = href !== undefined && line[at - 1]?.href !== href
    const isLast = href !== undefined && line[at + 1]?.href !== href
    written += (isFirst ? '[' : '') + words + (isLast ? `](${href})` : '')
  }
  // Two pieces may meet at spaces of their own.
  return written.replace(/ +/g, ' ')
}

/** Spaces stay outside of the signs: '* a*' at the start of a line would be a list. */
function around(sign: string, text: string): string {
  const words = text.trim()
  return words === '' ? text : text.replace(words, () => sign + words + sign)
}

/** Plain text as a marked text that reads the same. */
export const escapeMarked = (text: string): string =>
  text
    .split('\n')
    .map((line) => escapeStart(line.replace(/[\\*[]/g, '\\$&').trimStart()))
    .join('\n')

/** Headings with a question mark and the plain text up to the next heading, for search engines. */
export function questionsOf(text: string): { question: string; answer: string }[] {
  const questions: { question: string; answer: string[] }[] = []
  let open: { question: string; answer: string[] } | null = null
  for (const { tag, lines } of readMarked(text)) {
    const words = lines.map(wordsOf).join(' ')
    if (tag !== 'h2' && tag !== 'h3') open?.answer.push(words)
    else if (words.endsWith('?')) {
      open = { question: words, answer: [] }
      questions.push(open)
    } else open = null
  }
  return questions.flatMap(({ question, answer }) =>
    answer.length > 0 ? [{ question, answer: answer.join(' ') }] : [],
  )
}
