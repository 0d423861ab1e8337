/** The HTML that a template may contain: an allow-list, because mail programs differ in what they run or load. */
import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../kernel/html.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { text } from './text.ts'

const tags = new Set(
  (
    'a abbr b blockquote br center code div em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup ' +
    'table tbody td tfoot th thead tr u ul'
  ).split(' '),
)
/** Removed with everything in them. */
const wholes = new Set('script style title textarea iframe object noscript template svg math select'.split(' '))
const attributes = new Set(
  (
    'align alt bgcolor border cellpadding cellspacing class color colspan dir face height href lang rel role rowspan size ' +
    'src start style target title type valign width'
  ).split(' '),
)

/** A placeholder in front must be a link: the others may hold what a customer has typed. */
const link = /^(?:https?:\/\/|mailto:|tel:|#|\{\{\s*[a-z_]+_url\s*\}\})/i
const isAllowed = (tag: string, name: string, value: string): boolean => {
  if (!attributes.has(name)) return false
  if (name === 'href') return tag === 'a' && (value.trim() === '' || link.test(value.trim()))
  if (name === 'src') return tag === 'img' && /^https:\/\//i.test(value.trim())
  return name !== 'style' || !/url\(|expression|@import|behavior|binding|\{\{|\\/i.test(value)
}

type Cleaned = { readonly html: string; readonly removed: readonly string[] }

/**
 * The HTML without what is not allowed, and the names of what was removed: '<script>', 'onclick'. Without removals it is
 * the same to the byte. Linear in the length.
 */
export function cleanHtml(html: string): Cleaned {
  const removed = new Set<string>()
  const pieces: string[] = []
  const skip = skipping()
  const keep = () => pieces.push(html.slice(parser.startIndex, parser.endIndex + 1))
  const parser = new Parser({
    onopentag: (tag, given) => {
      if (skip.opens(tag)) return
      if (!tags.has(tag)) {
        removed.add(`<${tag}>`)
        if (wholes.has(tag)) skip.from(tag)
        return
      }
      const bad = Object.keys(given).filter((name) => !isAllowed(tag, name, given[name] ?? ''))
      for (const name of bad) removed.add(name)
      if (bad.length === 0) keep()
      else pieces.push(tagOf(tag, given, bad))
    },
    onclosetag: (tag, isImplied) => {
      if (!skip.closes(tag) && tags.has(tag) && !isImplied) keep()
    },
    ontext: () => void (skip.isOn() || keep()),
    oncomment: () => removed.add('<!-- -->'),
    onprocessinginstruction: (name) => removed.add(`<${name}>`),
  })
  parser.end(html)
  return removed.size === 0 ? { html, removed: [] } : { html: pieces.join(''), removed: [...removed] }
}

const tagOf = (tag: string, given: Readonly<Record<string, string>>, bad: readonly string[]): string => {
  const kept = Object.entries(given).filter(([name]) => !bad.includes(name))
  return `<${tag}${kept.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}

/** Follows an element to its own end, past others of its name inside. */
function skipping() {
  let skipped: { readonly tag: string; depth: number } | null = null
  return {
    isOn: () => skipped !== null,
    from: (tag: string) => {
      skipped = { tag, depth: 1 }
    },
    opens: (tag: string): boolean => {
      if (skipped?.tag === tag) skipped.depth++
      return skipped !== null
    },
    closes: (tag: string): boolean => {
      const wasOn = skipped !== null
      if (skipped?.tag === tag && --skipped.depth === 0) skipped = null
      return wasOn
    },
  }
}

/** The error of a body with HTML that is not allowed; it names what it found. */
export function htmlErrors(body: string): readonly FieldError[] {
  const { removed } = cleanHtml(body)
  const names = removed.slice(0, 5).join(', ')
  return removed.length === 0 ? [] : [{ path: 'html_body', message: text('template.unsafe', { names }) }]
}
