/** The documents of an application, and what it was sold with. */
import type { Text } from '../kernel/messages.ts'

/** The document that the agency delivers at the end of an application. */
export interface IssuedDocument {
  readonly label: Text
  readonly perTraveller: boolean
  /** The mail that announces the document; by default none. */
  readonly letter?: 'visa_approval'
}
export interface DocumentRequirement {
  readonly name: string
  readonly label: Text
  readonly required: boolean
  readonly perTraveller: boolean
}

/** What an application was sold with; stored with the booking, so that it stays when staff change the item. */
export interface SoldTerms {
  /** Names of the documents required in addition to the item's. */
  readonly documents: readonly string[]
  readonly processing_days: number | null
  readonly max_stay_days: number
  readonly needs_passport_expiry: boolean
}
