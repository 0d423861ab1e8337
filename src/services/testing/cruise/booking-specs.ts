import type { FieldSpec } from '../../kind.ts'
import { text } from './text.ts'

/** The passenger's fields. Separate from the schemas, so that the shop's form does not load zod. */
export const bookingSpecs: readonly FieldSpec[] = [
  { name: 'deck', label: text('shop.deck'), group: 'basic', input: 'text' },
]
