/** A file for translators in the terms of XLIFF 2.0, with texts as plain strings. */
import type { Language } from '../../kernel/language.ts'

export const xliffNamespace = 'urn:oasis:names:tc:xliff:document:2.0'

/** One text. The id names its place in the file's subject: 'details.highlights.0'. */
export interface OutgoingUnit {
  readonly id: string
  /** For the translator: where the text is used. */
  readonly note: string
  /** A text in the Markdown of `kernel/marked-text`: its signs become protected codes. */
  readonly isMarked: boolean
  readonly source: string
  /** Null: there is no translation. */
  readonly target: string | null
  /** False: missing, or made from an older source. */
  readonly isTranslated: boolean
}
export interface OutgoingFile {
  readonly id: string
  /** For people: 'tour/desert-safari'. */
  readonly original: string
  readonly note: string
  readonly units: readonly OutgoingUnit[]
}
export interface Languages {
  readonly source: Language
  readonly target: Language
}

export interface IncomingUnit {
  readonly id: string
  /** The text that was translated. */
  readonly source: string
  /** Null: not translated. */
  readonly target: string | null
  /** Some of its segments are translated, others are not. */
  readonly isPartial: boolean
  /** The translator has finished all of its segments. */
  readonly isFinal: boolean
}
export interface IncomingFile {
  readonly id: string
  readonly units: readonly IncomingUnit[]
}
export interface IncomingDocument {
  /** As written in the file. */
  readonly source: string
  readonly target: string
  readonly files: readonly IncomingFile[]
}

/** Why a file cannot be read at all. */
export type XliffProblem =
  | 'unreadable'
  | 'declarations'
  | 'not-xliff'
  | 'version'
  | 'too-deep'
  | 'too-many-texts'
  | 'same-id'
  | 'no-target-language'
