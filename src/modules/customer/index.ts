/**
 * Customers, for pages. Owns: what a customer record is. Does not own: bookings and accounts. Invariant: the server
 * repeats every check.
 */
export type { CustomerRow, CustomerView } from './contract.ts'
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
