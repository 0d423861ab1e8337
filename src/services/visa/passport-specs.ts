import type { Details, FieldSpec } from '../kind.ts'
import { asksNationality, asksResidence } from '../shared/nationality-rules.ts'
import { text } from './text.ts'

/** The first questions of an application. Separate from the schemas, so that the shop does not load zod. */
export const passportSpecs: readonly FieldSpec[] = [
  { name: 'nationality', label: text('shop.nationality'), group: 'basic', input: 'country' },
  { name: 'residence', label: text('shop.residence'), group: 'basic', input: 'country' },
]

/** Those that this visa asks. */
export function askedSpecs(details: Details): readonly FieldSpec[] {
  const isAsked = { nationality: asksNationality(details), residence: asksResidence(details) }
  return passportSpecs
    .filter(({ name }) => isAsked[name as keyof typeof isAsked])
    .map((spec) => ({ ...spec, required: true }))
}
