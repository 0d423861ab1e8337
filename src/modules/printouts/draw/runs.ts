/**
 * Splits a line of mixed scripts into runs, drawn from left to right, each with one font and one direction. The order
 * follows the Unicode bidirectional algorithm (bidi-js, UAX #9); the font shapes each run. Pure.
 */
import bidiFactory from 'bidi-js'

export type Script = 'latin' | 'latin-ext' | 'greek' | 'cyrillic' | 'arabic' | 'urdu' | 'devanagari'
export interface Run {
  /** In reading order; right-to-left runs in a left-to-right font are reversed. */
  readonly text: string
  readonly script: Script
  readonly isRightToLeft: boolean
}

const bidi = bidiFactory()

/** Letters of Urdu that Arabic lacks: a line with one of them is set in Nastaliq. */
const urduLetters = /[ٹڈڑںےۓھہۂکگچپژی]/u
const joiners = /[\u064b-\u0652\u0670\u0964\u0965\u200c\u200d]/u
/** Characters beyond ISO 8859-1 that the Latin font subset has. */
const latinPunctuation = /[\u0131\u0152\u0153\u02c6\u02dc\u2000-\u206f\u20ac\u2122\u2212]/u

function scriptOf(character: string, isUrdu: boolean): Script | null {
  // With the commas and marks that Arabic shares with other scripts; the Latin font lacks them.
  if (/\p{Script_Extensions=Arabic}/u.test(character)) return isUrdu ? 'urdu' : 'arabic'
  if (/\p{Script=Devanagari}/u.test(character)) return 'devanagari'
  if (/\p{Script=Cyrillic}/u.test(character)) return 'cyrillic'
  if (/\p{Script=Greek}/u.test(character)) return 'greek'
  if (/[\p{Script=Latin}\p{Sc}]/u.test(character))
    return character.codePointAt(0)! <= 0xff || latinPunctuation.test(character) ? 'latin' : 'latin-ext'
  return /\p{N}/u.test(character) ? 'latin' : null
}

interface Piece {
  readonly level: number
  readonly script: Script
  text: string
}

export interface Reading {
  /** Of the paragraph; left out: the first letter of the line decides. */
  readonly direction?: 'ltr' | 'rtl'
  /** Draws all Arabic letters as Urdu. */
  readonly isUrdu?: boolean
}
/** Isolates and marks decide the order and are not drawn: no font has them. */
const isolates = /[\u2066-\u2069\u200f]/

/** Runs of one level and one font, in reading order. */
function piecesOf(line: string, reading: Reading): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line, reading.direction)
  const isUrdu = reading.isUrdu || urduLetters.test(line)
  const pieces: Piece[] = []
  for (let at = 0; at < line.length; ) {
    const character = String.fromCodePoint(line.codePointAt(at)!)
    const level = levels[at]!
    if (isolates.test(character)) {
      at += character.length
      continue
    }
    const last = pieces.at(-1)
    // Spaces and marks stay with the run before them, so that whole words are shaped.
    const isFollower = last?.level === level && (character === ' ' || joiners.test(character))
    const script = isFollower ? last.script : (scriptOf(character, isUrdu) ?? 'latin')
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character
    if (last && last.level === level && last.script === script) last.text += shown
    else pieces.push({ level, script, text: shown })
    at += character.length
  }
  return pieces
}

/** UAX #9, rule L2: from the highest level down to 1, reverse each sequence at that level or above. */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  let order = [...pieces]
  for (let level = Math.max(0, ...order.map((piece) => piece.level)); level >= 1; level--) {
    const turned: Piece[] = []
    let row: Piece[] = []
    for (const piece of order) {
      if (piece.level >= level) row.unshift(piece)
      else {
        turned.push(...row, piece)
        row = []
      }
    }
    order = [...turned, ...row]
  }
  return order
}

const isRightToLeftFont = (script: Script): boolean => script === 'arabic' || script === 'urdu'

export function runsOf(line: string, reading: Reading = {}): Run[] {
  return inVisualOrder(piecesOf(line, reading)).map(({ level, script, text }) => {
    const isRightToLeft = level % 2 === 1
    const isTurned = isRightToLeft && !isRightToLeftFont(script)
    return { text: isTurned ? [...text].reverse().join('') : text, script, isRightToLeft }
  })
}

/** Such lines are aligned to the right edge. */
export const readsRightToLeft = (line: string): boolean =>
  (bidi.getEmbeddingLevels(line).paragraphs[0]?.level ?? 0) % 2 === 1
