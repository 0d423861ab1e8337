/**
 * A PDF page to draw on: wrapped text in the scripts of travellers' names, with one baseline for all fonts; lines and
 * boxes in points from the top left corner. Fonts come from packages, so nothing is fetched.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { create as createQr } from 'qrcode'
import { type Run, readsRightToLeft, runsOf, type Script } from './runs.ts'

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
  const read = readFileSync(fileURLToPath(import.meta.resolve(file)))
  bytes.set(file, read)
  return read
}

export interface TextStyle {
  readonly size?: number
  readonly weight?: Weight
  readonly colour?: Colour
  /** 'start' follows the reading direction of the text. */
  readonly align?: 'start' | 'left' | 'right'
}

export class Sheet {
  readonly width: number
  readonly height: number
  readonly #doc: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #done: Promise<Buffer>
  readonly #fonts = new Set<string>()

  /** A4 portrait. `now` becomes the creation date, so that equal content gives equal bytes. */
  constructor(title: string, author: string, now: Date) {
    const info = { Title: title, Author: author, CreationDate: now, ModDate: now }
    this.#doc = new PDFDocument({ size: 'A4', margin: 0, info, lang: 'en', displayTitle: true, pdfVersion: '1.7' })
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

  box(x: number, y: number, width: number, height: number, colour: Colour, radius = 0): void {
    this.#doc.roundedRect(x, y, width, height, radius).fill(colours[colour])
  }

  rule(x: number, y: number, width: number, options: { colour?: Colour; dashed?: boolean } = {}): void {
    this.#doc
      .lineWidth(0.75)
      .moveTo(x, y)
      .lineTo(x + width, y)
    if (options.dashed) this.#doc.dash(3, { space: 3 })
    this.#doc.stroke(colours[options.colour ?? 'line'])
    if (options.dashed) this.#doc.undash()
  }

  circle(x: number, y: number, radius: number, colour: Colour): void {
    this.#doc.circle(x, y, radius).fill(colours[colour])
  }

  /** A QR code of `size` points. The caller leaves the quiet zone. */
  qr(text: string, x: number, y: number, size: number): void {
    const { modules } = createQr(text, { errorCorrectionLevel: 'M' })
    const step = size / modules.size
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++)
        if (modules.get(row, column)) this.#doc.rect(x + column * step, y + row * step, step * 1.02, step * 1.02)
    this.#doc.fill(colours.ink)
  }

  /** Wraps the text into `width` and returns its height. Words longer than a line are broken. */
  text(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const size = style.size ?? 10
    const lines = text.split('\n').flatMap((paragraph) => this.#wrap(paragraph, width, style))
    // Nastaliq needs more line height than other scripts.
    let down = 0
    for (const line of lines) {
      const isTall = runsOf(line).some((run) => run.script === 'urdu')
      down += size * (isTall ? 2.1 : 1.4)
      this.#line(line, x, y + down - size * (isTall ? 0.75 : 0.4), width, style)
    }
    return down
  }

  #wrap(paragraph: string, width: number, style: TextStyle): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/\s+/).flatMap((each) => this.#broken(each, width, style))) {
      const longer = line ? `${line} ${word}` : word
      if (line && this.#widthOf(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  }

  #broken(word: string, width: number, style: TextStyle): string[] {
    if (this.#widthOf(word, style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    for (const character of word) {
      if (part && this.#widthOf(part + character, style) > width) {
        parts.push(part)
        part = ''
      }
      part += character
    }
    return [...parts, part]
  }

  #line(line: string, x: number, baseline: number, width: number, style: TextStyle): void {
    const align = style.align ?? 'start'
    const isAtRight = align === 'right' || (align === 'start' && readsRightToLeft(line))
    const runs = runsOf(line)
    let at = isAtRight ? x + width - this.#widthOf(line, style) : x
    for (const run of runs) {
      this.#use(run, style)
      this.#doc.fillColor(colours[style.colour ?? 'ink'])
      this.#doc.text(run.text, at, baseline, { ...optionsOf(run), baseline: 'alphabetic' })
      at += this.#doc.widthOfString(run.text, optionsOf(run))
    }
  }

  #widthOf(line: string, style: TextStyle): number {
    return runsOf(line).reduce((sum, run) => {
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
  }
}

const optionsOf = (run: Run): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  ...(run.isRightToLeft && (run.script === 'arabic' || run.script === 'urdu') && { features: ['rtla'] }),
})
