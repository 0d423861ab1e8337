import type { Text } from '../../../kernel/messages.ts'
import type { Details, FieldSpec } from '../../../services/kind.ts'

/** The texts of an item that every kind has. */
export interface Original {
  readonly title: string
  readonly summary: string
  readonly seoTitle: string | null
  readonly seoDescription: string | null
  readonly featuredImage: string | null
  readonly details: Details
}

export interface TranslatableField {
  readonly path: string
  readonly label: Text
  readonly input: FieldSpec['input']
  readonly max: number
}
