/**
 * How the text of a page becomes HTML. Texts are plain, with a few marks: `## ` and `### ` headings, `- ` and `1. `
 * lists, `> ` notes, `**bold**`, `*stressed*`, `[words](address)`; a line of its own for each block. Whatever else
 * stands in a text is shown as it is: there is no way to write a tag, and no link that could run a script.
 */
import { escapeHtml } from '../../../kernel/html.ts'
import { safeLink } from '../../settings/index.ts'

const mark = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|\*\*([^*\n]{1,500})\*\*|\*([^*\n]{1,500})\*/g

function inline(text: string): string {
  let html = ''
  let at = 0
  for (const found of text.matchAll(mark)) {
    html += escapeHtml(text.slice(at, found.index)) + markedUp(found)
    at = found.index + found[0].length
  }
  return html + escapeHtml(text.slice(at))
}

function markedUp([, words = '', address = '', bold, stressed = '']: RegExpMatchArray): string {
  if (bold !== undefined) return `<strong>${escapeHtml(bold)}</strong>`
  if (address === '') return `<em>${escapeHtml(stressed)}</em>`
  const link = safeLink(address)
  return link === null ? escapeHtml(words) : `<a href="${escapeHtml(link)}">${escapeHtml(words)}</a>`
}

type Block = { readonly tag: 'h2' | 'h3' | 'ul' | 'ol' | 'blockquote' | 'p'; readonly lines: string[] }

const marks: readonly (readonly [RegExp, Block['tag']])[] = [
  [/^###\s+/, 'h3'],
  [/^##\s+/, 'h2'],
  [/^[-*]\s+/, 'ul'],
  [/^\d{1,3}[.)]\s+/, 'ol'],
  [/^>\s?/, 'blockquote'],
]

/** Lines of one kind that follow each other are one block; headings stand alone. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text
    .replaceAll('\r', '')
    .split('\n')
    .map((each) => each.trim())) {
    const [pattern, tag] = marks.find(([each]) => each.test(line)) ?? [/^/, 'p' as const]
    const words = line.replace(pattern, '')
    const last = blocks.at(-1)
    if (line === '') isOpen = false
    else if (isOpen && last?.tag === tag) last.lines.push(words)
    else {
      blocks.push({ tag, lines: [words] })
      isOpen = tag !== 'h2' && tag !== 'h3'
    }
  }
  return blocks
}

function htmlOf({ tag, lines }: Block): string {
  if (tag === 'ul' || tag === 'ol')
    return `<${tag}>${lines.map((line) => `<li>${inline(line)}</li>`).join('')}</${tag}>`
  return `<${tag}>${lines.map(inline).join('<br>')}</${tag}>`
}

export const pageHtml = (text: string): string => blocksOf(text).map(htmlOf).join('')

/** Headings that ask something, each with what follows up to the next heading, as plain words: for search engines. */
export function questionsOf(text: string): { question: string; answer: string }[] {
  const plain = (line: string) => line.replace(mark, (_, words, _address, bold, stressed) => words ?? bold ?? stressed)
  const found: { question: string; answer: string[] }[] = []
  let open: { question: string; answer: string[] } | null = null
  for (const { tag, lines } of blocksOf(text)) {
    const words = lines.map(plain).join(' ')
    if (tag !== 'h2' && tag !== 'h3') open?.answer.push(words)
    else if (words.endsWith('?')) {
      open = { question: words, answer: [] }
      found.push(open)
    } else open = null
  }
  return found.flatMap(({ question, answer }) => (answer.length > 0 ? [{ question, answer: answer.join(' ') }] : []))
}
