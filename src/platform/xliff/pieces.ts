/** A text as a translator sees it: words, and signs of Markdown as codes that stay as they are. Nothing is lost. */
import { blockStarts, inlineEmphasis, inlineMark } from '../../kernel/marked-text.ts'

export type Piece = string | Code | Span
/** A sign at the start of a line, such as '## '. */
export interface Code {
  readonly code: string
}
/** Words between two signs, such as '**'. */
export interface Span {
  readonly start: string
  readonly end: string
  readonly inside: readonly Piece[]
}

/** Joins to the text again. Odd parts are the line breaks between lines. */
export const linesOf = (text: string): readonly string[] => text.split(/(\n+)/)

export function piecesOf(line: string, isMarked: boolean): readonly Piece[] {
  if (!isMarked) return line === '' ? [] : [line]
  const sign = blockStarts.map(([pattern]) => pattern.exec(line)?.[0]).find((start) => start !== undefined) ?? ''
  return [...(sign === '' ? [] : [{ code: sign }]), ...inlinePieces(line.slice(sign.length))]
}

const inlinePieces = (line: string): Piece[] =>
  split(line, inlineMark, (match) => {
    const [, , words, address, ...looks] = match
    if (words === undefined) return emphasised(match[0], looks)
    const inside = split(words, inlineEmphasis, ([whole, , ...inner]) => emphasised(whole, inner))
    return { start: '[', end: `](${address})`, inside }
  })

const signs = ['***', '**', '*']
function emphasised(whole: string, looks: readonly (string | undefined)[]): Piece {
  const at = looks.findIndex((words) => words !== undefined)
  const [sign, words] = [signs[at], looks[at]]
  return sign === undefined || words === undefined ? whole : { start: sign, end: sign, inside: [words] }
}

function split(line: string, by: RegExp, read: (match: RegExpMatchArray) => Piece): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of line.matchAll(by)) {
    pieces.push(line.slice(at, match.index), read(match))
    at = match.index + match[0].length
  }
  pieces.push(line.slice(at))
  return pieces.filter((piece) => piece !== '')
}
