// What a traveller reads on a page, in a mail or in a PDF, and which of it is in Latin letters.
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export type ReadLanguage = 'ar' | 'hi' | 'ur'

/** The message of a room's catalogue ('shop', 'payment.title'), up to its first placeholder. */
export function wordsIn(language: ReadLanguage) {
  const catalogues = new Map<string, unknown>()
  return (key: string, room = 'shop'): string => {
    const file = `src/${room}/messages/${language}.json`
    if (!catalogues.has(file)) catalogues.set(file, JSON.parse(readFileSync(file, 'utf8')))
    const message = key
      .split('.')
      .reduce<unknown>((all, part) => (all as Record<string, unknown>)?.[part], catalogues.get(file))
    if (typeof message !== 'string') throw new Error(`${file} has no ${key}`)
    return message
  }
}

/** A pattern of a message whose placeholders may be anything. */
export const patternOf = (message: string): RegExp =>
  new RegExp(
    `^${message
      .split(/\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )

/**
 * All texts of the page with their place: visible and hidden text, names, titles, alternatives, placeholders. Leaves out
 * what is marked as English.
 */
function readTexts(): string[] {
  const root = document.documentElement
  const isMarked = (element: Element) => {
    const marked = element.closest('[lang]')
    return marked !== null && marked !== root && marked.getAttribute('lang') === 'en'
  }
  const unmarked: string[] = []
  const read = (element: Element, text: string | null, place: string) => {
    if (text && !isMarked(element)) unmarked.push(`${place}: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  read(root, document.title, 'document title')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement as Element
    if (!parent.closest('script, style, noscript, template, textarea')) read(parent, node.nodeValue, parent.localName)
  }
  const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder']
  for (const name of attributes)
    for (const element of document.querySelectorAll(`[${name}]`)) read(element, element.getAttribute(name), name)
  for (const button of document.querySelectorAll<HTMLInputElement>('input[type=submit], input[type=button]'))
    read(button, button.value, 'button')
  return unmarked
}

/** Never words: addresses, links, references, passport and flight numbers, units, half days. */
const codes =
  /[\w.+-]+@[\w.-]+|(?:https?:\/\/|www\.)\S+|\b(?=\w*\d)\w+\b|\b(?:AED|USD|INR|SAR|AM|PM|MB|km|GST|TRN|PDF|JPG|PNG|PNR|UPI|IBAN|SWIFT|IFSC|ID|QR|WhatsApp|AC|VIP|SUV)\b/gi

export interface Exempt {
  /** May occur anywhere. */
  readonly names: readonly string[]
  /** What the agency has written: exempt as a whole text or as a value within one. */
  readonly written: ReadonlySet<string>
}
/** The texts with words in Latin letters that are neither codes nor exempt. */
export function latinIn(texts: readonly string[], { names, written }: Exempt): string[] {
  return [...new Set(texts)].filter((line) => {
    let text = line
      .slice(line.indexOf(': ') + 2)
      .replace(/[\u2066\u2067]|\u200e|\u200f/g, '')
      .replace(/\u2068([^\u2068\u2069]*)\u2069/g, (all, value: string) => (written.has(value) ? ' ' : all))
      .replace(/[\u2068\u2069]/g, '')
      .trim()
    if (written.has(text)) return false
    for (const name of names) text = text.replaceAll(name, ' ')
    return /\p{Script=Latin}{2}/u.test(text.replace(codes, ' '))
  })
}

/** Every text in an answer of the API, whole and by line. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split('\n')].map((text) => text.replace(/\s+/g, ' ').trim())
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

export const textsOf = (page: Page): Promise<string[]> => page.evaluate(readTexts)

/** The texts of an HTML mail, read like those of a page. */
export async function textsOfHtml(page: Page, html: string): Promise<string[]> {
  const reader = await page.context().browser()!.newPage()
  await reader.setContent(html, { waitUntil: 'domcontentloaded' })
  const texts = await reader.evaluate(readTexts)
  await reader.close()
  return texts
}

const unicode = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** The characters that a font's glyphs stand for: PDFKit writes ranges with a list each. */
function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first = '0', , list = ''] of map.matchAll(/<(\w+)>\s*<(\w+)>\s*\[([^\]]*)\]/g))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      glyphs.set(Number.parseInt(first, 16) + at, unicode(hex.replaceAll(' ', '')))
  return glyphs
}

/** The text of a PDF that PDFKit has written, a line per run. */
export function textsOfPdf(bytes: Buffer): string[] {
  const file = bytes.toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const streamOf = (body: string): string => {
    const data = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body)?.[1]
    if (data === undefined) return ''
    return /FlateDecode/.test(body) ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data
  }
  const fonts = new Map<string, Map<number, string>>()
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
      if (map) fonts.set(name, glyphsOf(streamOf(objects.get(map) ?? '')))
    }
  const texts: string[] = []
  for (const body of objects.values()) {
    if (!/^<<[^>]*>>\s*stream/.test(body) && !/\/Length/.test(body)) continue
    let font = new Map<number, string>()
    for (const [all, name, run = ''] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (all.endsWith('Tf')) font = fonts.get(name ?? '') ?? new Map()
      else
        texts.push(
          `pdf: ${[...run.matchAll(/<(\w*)>/g)].map(([, hex = '']) => (hex.match(/.{4}/g) ?? []).map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '').join('')).join('')}`,
        )
    }
  }
  return texts
}
