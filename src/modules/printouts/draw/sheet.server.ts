/**
 * A PDF page to draw on: wrapped text in the scripts of travellers' names, with one baseline for all fonts; lines and
 * boxes in points from the top left corner. Fonts come from packages, so nothing is fetched.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { create as createQr } from 'qrcode'
import { isRightToLeft } from '../../../kernel/direction.ts'
import type { Language } from '../../../kernel/language.ts'
import { skipMissingAnchors } from './missing-anchors.server.ts'
import { type Reading, type Run, readsRightToLeft, runsOf, type Script } from './runs.ts'

export const colours = {
  ink: '#16233f',
  soft: '#5a6478',
  line: '#d9d3c7',
  paper: '#faf7f1',
  gold: '#9a6b12',
  white: '#ffffff',
} as const
type Colour = keyof typeof colours
type Weight = 400 | 700

const fontFiles: Readonly<Record<Script, (weight: Weight) => string>> = {
  latin: (weight) => `@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`,
  'latin-ext': (weight) => `@fontsource/noto-sans/files/noto-sans-latin-ext-${weight}-normal.woff`,
  greek: (weight) => `@fontsource/noto-sans/files/noto-sans-greek-${weight}-normal.woff`,
  cyrillic: (weight) => `@fontsource/noto-sans/files/noto-sans-cyrillic-${weight}-normal.woff`,
  arabic: (weight) => `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff`,
  urdu: (weight) => `@fontsource/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-${weight}-normal.woff`,
  devanagari: (weight) =>
    `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff`,
}
const bytes = new Map<string, Buffer>()
function fontBytes(file: string): Buffer {
  const known = bytes.get(file)
  if (known) return known
  const font = readFileSync(fileURLToPath(import.meta.resolve(file)))
  bytes.set(file, font)
  return font
}

export interface TextStyle {
  readonly size?: number
  readonly weight?: Weight
  readonly colour?: Colour
  /** 'start' follows the reading direction of the text; 'digits' is the right edge, on mirrored pages too. */
  readonly align?: 'start' | 'left' | 'right' | 'digits'
}

export interface SheetFacts {
  readonly title: string
  readonly author: string
  /** Becomes the creation date, so that equal content gives equal bytes. */
  readonly now: Date
  readonly language: Language
}
type Line = { readonly text: string; readonly reading: Reading }

/** In a right-to-left language everything is mirrored: `x` counts from the right edge, and 'left' is where lines begin. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly #doc: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #done: Promise<Buffer>
  readonly #fonts = new Set<string>()

  readonly #isMirrored: boolean
  readonly #isUrdu: boolean

  /** A4 portrait. */
  constructor({ title, author, now, language }: SheetFacts) {
    this.#isMirrored = isRightToLeft(language)
    this.#isUrdu = language.startsWith('ur')
    const info = { Title: title, Author: author, CreationDate: now, ModDate: now }
    this.#doc = new PDFDocument({ size: 'A4', margin: 0, info, lang: language, displayTitle: true, pdfVersion: '1.7' })
    this.width = this.#doc.page.width
    this.height = this.#doc.page.height
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#done = new Promise((resolve, reject) => {
      this.#doc.on('end', () => resolve(Buffer.concat(this.#chunks)))
      this.#doc.on('error', reject)
    })
  }

  finish(): Promise<Buffer> {
    this.#doc.end()
    return this.#done
  }

  nextPage(): void {
    this.#doc.addPage({ size: 'A4', margin: 0 })
  }

  #fromEdge(x: number, width: number): number {
    return this.#isMirrored ? this.width - x - width : x
  }

  box(x: number, y: number, width: number, height: number, colour: Colour, radius = 0): void {
    this.#doc.roundedRect(this.#fromEdge(x, width), y, width, height, radius).fill(colours[colour])
  }

  rule(x: number, y: number, width: number, options: { colour?: Colour; dashed?: boolean } = {}): void {
    const from = this.#fromEdge(x, width)
    this.#doc
      .lineWidth(0.75)
      .moveTo(from, y)
      .lineTo(from + width, y)
    if (options.dashed) this.#doc.dash(3, { space: 3 })
    this.#doc.stroke(colours[options.colour ?? 'line'])
    if (options.dashed) this.#doc.undash()
  }

  circle(x: number, y: number, radius: number, colour: Colour): void {
    this.#doc.circle(this.#fromEdge(x, 0), y, radius).fill(colours[colour])
  }

  /** A QR code of `size` points. The caller leaves the quiet zone. */
  qr(text: string, x: number, y: number, size: number): void {
    const { modules } = createQr(text, { errorCorrectionLevel: 'M' })
    const step = size / modules.size
    const from = this.#fromEdge(x, size)
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++)
        if (modules.get(row, column)) this.#doc.rect(from + column * step, y + row * step, step * 1.02, step * 1.02)
    this.#doc.fill(colours.ink)
  }

  /** The width of a text on one line. */
  widthOf(text: string, style: TextStyle = {}): number {
    return this.#widthOf({ text, reading: this.#readingOf(text) }, style)
  }

  /** Wraps the text into `width` and returns its height. Words longer than a line are broken. */
  text(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const size = style.size ?? 10
    const lines = text.split('\n').flatMap((paragraph) => this.#linesOf(paragraph, width, style))
    const from = this.#fromEdge(x, width)
    // Nastaliq needs more line height than other scripts.
    let down = 0
    for (const line of lines) {
      const isTall = this.#isUrdu || runsOf(line.text, line.reading).some((run) => run.script === 'urdu')
      down += size * (isTall ? 2.3 : 1.4)
      this.#line(line, from, y + down - size * (isTall ? 0.7 : 0.4), { ...style, width })
    }
    return down
  }

  /** The first letter of a paragraph decides the direction of all its lines. */
  #linesOf(paragraph: string, width: number, style: TextStyle): Line[] {
    const reading = this.#readingOf(paragraph)
    return this.#wrap({ text: paragraph, reading }, width, style).map((text) => ({ text, reading }))
  }

  #readingOf(paragraph: string): Reading {
    return { direction: readsRightToLeft(paragraph) ? 'rtl' : 'ltr', isUrdu: this.#isUrdu }
  }

  #wrap({ text, reading }: Line, width: number, style: TextStyle): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).flatMap((each) => this.#broken({ text: each, reading }, width, style))) {
      const longer = line ? `${line} ${word}` : word
      if (line && this.#widthOf({ text: longer, reading }, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  }

  #broken({ text: word, reading }: Line, width: number, style: TextStyle): string[] {
    if (this.#widthOf({ text: word, reading }, style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    for (const character of word) {
      if (part && this.#widthOf({ text: part + character, reading }, style) > width) {
        parts.push(part)
        part = ''
      }
      part += character
    }
    return [...parts, part]
  }

  #isAtRight(align: TextStyle['align'], { direction }: Reading): boolean {
    if (align === 'digits') return true
    if (this.#isMirrored) return align !== 'right'
    return align === 'right' || (align !== 'left' && direction === 'rtl')
  }

  #line(line: Line, x: number, baseline: number, style: TextStyle & { readonly width: number }): void {
    const runs = runsOf(line.text, line.reading)
    const isAtRight = this.#isAtRight(style.align, line.reading)
    let at = isAtRight ? x + style.width - this.#widthOf(line, style) : x
    for (const run of runs) {
      this.#use(run, style)
      this.#doc.fillColor(colours[style.colour ?? 'ink'])
      this.#doc.text(run.text, at, baseline, { ...optionsOf(run), baseline: 'alphabetic' })
      at += this.#doc.widthOfString(run.text, optionsOf(run))
    }
  }

  #widthOf({ text, reading }: Line, style: TextStyle): number {
    return runsOf(text, reading).reduce((sum, run) => {
      this.#use(run, style)
      return sum + this.#doc.widthOfString(run.text, optionsOf(run))
    }, 0)
  }

  #use(run: Run, style: TextStyle): void {
    const name = `${run.script}-${style.weight ?? 400}`
    if (!this.#fonts.has(name)) {
      this.#doc.registerFont(name, fontBytes(fontFiles[run.script](style.weight ?? 400)))
      this.#fonts.add(name)
    }
    this.#doc.font(name).fontSize(style.size ?? 10)
    // PDFKit's types leave its current font out.
    skipMissingAnchors((this.#doc as unknown as { _font: unknown })._font)
  }
}

const optionsOf = (run: Run): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  ...(run.isRightToLeft && (run.script === 'arabic' || run.script === 'urdu') && { features: ['rtla'] }),
})
