/**
 * Customers, for pages. Owns: what a customer record is. Does not own: bookings and accounts. Invariant: the server
 * repeats every check.
 */
export type { CustomerRow, CustomerView, MergeCandidate, MergePreview, PersonPrintout } from './contract.ts'
export { type Likeness, type MergedField, mergedFields } from './merge/rules.ts'
export {
  type ExpiryState,
  type Marketing,
  marketingChoices,
  maxTagLength,
  maxTags,
} from './rules.ts'

export type CustomerRefusal =
  /** 404 */
  | 'customer/not-found'
  /** 404 */
  | 'customer/no-note'
  /** 422: `errors` has the fields. */
  | 'customer/invalid'
  /** 409: the record has changed since it was read. */
  | 'customer/changed'
  /** 422: a customer merged with themselves. */
  | 'customer/same-record'
  /** 409: both have an account. `kept` and `other` have their names. */
  | 'customer/two-accounts'
  /** 404: nothing to separate, also after an erasure. */
  | 'customer/no-merge'
