/** What staff may correct in a booking without changing what was sold. */
import { factsOf, isLanguage } from '../../../kernel/language.ts'
import type { Text } from '../../../kernel/messages.ts'
import { text } from '../text.ts'

export const correctableFields = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'selected_language',
  'language',
  'pickup_location',
  'special_requests',
] as const
export type CorrectableField = (typeof correctableFields)[number]
/** Null: empty. */
export type Correctable = Readonly<Record<CorrectableField, string | null>>

export interface Correction {
  readonly field: CorrectableField
  readonly from: string | null
  readonly to: string | null
}
/** The fields that differ, in the order of the form. */
export const correctionsOf = (before: Correctable, after: Correctable): Correction[] =>
  correctableFields.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, from: before[field], to: after[field] }],
  )

const empty = '–'
const arrow = ' → '
/** A language by its own name. */
const shown = (value: string | null, field: string | undefined): string =>
  value === null ? empty : field === 'language' && isLanguage(value) ? factsOf(value).name : value

/** 'Asha → Asha Rao'. Free text on purpose, also for one word: an erasure removes it from the history. */
export const correctionInWords = ({ field, from, to }: Pick<Correction, 'from' | 'to'> & { field?: string }): string =>
  `${shown(from, field)}${arrow}${shown(to, field)}`

/** The words that a correction in words names. */
export const wordsOfCorrection = (words: string): string[] => words.split(arrow).filter((word) => word !== empty)

export interface CorrectionText {
  readonly field: string
  /** Left out for the fields above. */
  readonly label?: Text
  /** In words. */
  readonly change: Text
}
/** A line of the mail to the customer. */
export const correctionLine = ({ field, label, change }: CorrectionText): Text =>
  text('correction.line', { field: label ?? text(`correction.${field as CorrectableField}`), change })
