import { type Languages, type OutgoingFile, type OutgoingUnit, xliffNamespace } from './document.ts'
import { linesOf, type Piece, piecesOf } from './pieces.ts'

/** The document in pieces: a head, one for each file, and an end. */
export function* writeXliff(languages: Languages, files: Iterable<OutgoingFile>): Generator<string> {
  yield xliffHead(languages)
  for (const file of files) yield writeFile(file)
  yield xliffEnd
}

export const xliffHead = ({ source, target }: Languages): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="${xliffNamespace}" version="2.0" srcLang="${source}" trgLang="${target}">\n`
export const xliffEnd = '</xliff>\n'

export const writeFile = ({ id, original, note, units }: OutgoingFile): string =>
  [
    `<file id="${attribute(id)}" original="${attribute(original)}" xml:space="preserve">`,
    ...notes('item', note),
    ...units.map(writeUnit),
    '</file>\n',
  ].join('\n')

const notes = (category: string, note: string): string[] => [
  `<notes><note category="${category}">${escaped(note.replace(notXml, ''))}</note></notes>`,
]

function writeUnit(unit: OutgoingUnit): string {
  const codes = new Codes()
  const segments = pairsOf(unit).map(({ source, target, isBreak }) =>
    writeSegment(unit, codes, { source, target, isBreak }),
  )
  return [
    `<unit id="${attribute(unit.id)}">`,
    ...notes('field', unit.note),
    ...codes.originalData(),
    ...segments,
    '</unit>',
  ].join('\n')
}

type Pair = { readonly source: string; readonly target: string | null; readonly isBreak: boolean }
/** Line beside line, or the text as a whole where the translation has other line breaks. */
function pairsOf({ source, target }: OutgoingUnit): readonly Pair[] {
  const lines = linesOf(source)
  const translated = target === null ? null : linesOf(target)
  const isBreak = (at: number) => at % 2 === 1
  const isAligned =
    translated === null ||
    (translated.length === lines.length &&
      lines.every((line, at) => (isBreak(at) ? translated[at] === line : (line === '') === (translated[at] === ''))))
  if (!isAligned) return [{ source, target, isBreak: false }]
  return lines
    .map((line, at) => ({ source: line, target: translated?.[at] ?? null, isBreak: isBreak(at) }))
    .filter((pair) => pair.source !== '')
}

function writeSegment(
  { isMarked, isTranslated }: OutgoingUnit,
  codes: Codes,
  { source, target, isBreak }: Pair,
): string {
  if (isBreak) return `<ignorable><source>${text(source)}</source></ignorable>`
  const from = codes.source(piecesOf(source, isMarked))
  const into = target === null ? '' : `<target>${codes.target(piecesOf(target, isMarked))}</target>`
  return `<segment state="${isTranslated ? 'translated' : 'initial'}"><source>${from}</source>${into}</segment>`
}

/** The codes of a unit. A code of the translation has the id of the same code in its source. */
class Codes {
  readonly #data = new Map<string, string>()
  readonly #open = new Map<string, string[]>()
  #count = 0

  source(pieces: readonly Piece[]): string {
    this.#open.clear()
    return this.#write(pieces, (key) => {
      const id = this.#newId()
      this.#open.set(key, [...(this.#open.get(key) ?? []), id])
      return id
    })
  }
  target = (pieces: readonly Piece[]): string =>
    this.#write(pieces, (key) => this.#open.get(key)?.shift() ?? this.#newId())

  originalData(): string[] {
    if (this.#data.size === 0) return []
    const data = [...this.#data].map(([sign, id]) => `<data id="${id}">${text(sign)}</data>`)
    return [`<originalData>${data.join('')}</originalData>`]
  }

  #newId(): string {
    this.#count += 1
    return `c${this.#count}`
  }
  #ref(sign: string): string {
    const id = this.#data.get(sign) ?? `d${this.#data.size + 1}`
    this.#data.set(sign, id)
    return id
  }
  #write(pieces: readonly Piece[], idOf: (key: string) => string): string {
    return pieces
      .map((piece) => {
        if (typeof piece === 'string') return text(piece)
        if ('code' in piece) return `<ph id="${idOf(piece.code)}" dataRef="${this.#ref(piece.code)}"/>`
        const { start, end, inside } = piece
        const open = `<pc id="${idOf(`${start} ${end}`)}" dataRefStart="${this.#ref(start)}" dataRefEnd="${this.#ref(end)}">`
        return `${open}${this.#write(inside, idOf)}</pc>`
      })
      .join('')
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const hexOf = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

const text = (given: string): string => escaped(given).replace(notXml, (each) => `<cp hex="${hexOf(each)}"/>`)
const escaped = (given: string): string =>
  given.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
const attribute = (given: string): string =>
  escaped(given.replace(notXml, '').replace(/\s/g, ' ')).replaceAll('"', '&quot;')
