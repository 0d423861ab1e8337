/**
 * Renders the text of a page as HTML. The markup: `## ` and `### ` headings, `- ` and `1. ` lists, `> ` notes,
 * `**bold**`, `*emphasis*`, `[text](address)`, one block a line. Everything else is escaped, and unsafe links are dropped.
 */
import { escapeHtml } from '../../../kernel/html.ts'
import { safeLink } from '../../settings/index.ts'

const mark = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|\*\*([^*\n]{1,500})\*\*|\*([^*\n]{1,500})\*/g

function inline(text: string): string {
  let html = ''
  let at = 0
  for (const match of text.matchAll(mark)) {
    html += escapeHtml(text.slice(at, match.index)) + markedUp(match)
    at = match.index + match[0].length
  }
  return html + escapeHtml(text.slice(at))
}

function markedUp([, words = '', address = '', bold, emphasis = '']: RegExpMatchArray): string {
  if (bold !== undefined) return `<strong>${escapeHtml(bold)}</strong>`
  if (address === '') return `<em>${escapeHtml(emphasis)}</em>`
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

/** Consecutive lines of the same kind form one block, except headings. */
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

/** Headings with a question mark and the plain text up to the next heading, for search engines. */
export function questionsOf(text: string): { question: string; answer: string }[] {
  const plain = (line: string) => line.replace(mark, (_, words, _address, bold, emphasis) => words ?? bold ?? emphasis)
  const questions: { question: string; answer: string[] }[] = []
  let open: { question: string; answer: string[] } | null = null
  for (const { tag, lines } of blocksOf(text)) {
    const words = lines.map(plain).join(' ')
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
