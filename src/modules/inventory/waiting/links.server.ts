/** Signed links of the waiting list. One opens an entry, for as long as the shop keeps it; another uses one offer. */
import { addDays, addHours, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { Core } from '../../../platform/core.server.ts'
import { issueToken, readToken } from '../../../platform/crypto/keyring.server.ts'
import { keptDays } from '../../../platform/retention.server.ts'

const purposes = { entry: 'waiting-entry', offer: 'waiting-offer' } as const
const endOf = (date: LocalDate): Date =>
  addHours(instantAt('UTC', addDays(date, keptDays.waiting_entries), '23:59'), 14)
type Signing = Pick<Core, 'keys'>
type Reading = Pick<Core, 'keys' | 'clock'>
interface Linked {
  readonly id: string
  readonly date: LocalDate
}

export const issueEntryToken = ({ keys }: Signing, { id, date }: Linked): string =>
  issueToken(keys, purposes.entry, id, endOf(date))
export const readEntryToken = ({ keys, clock }: Reading, token: string): string | null =>
  readToken(keys, purposes.entry, token, clock())

export interface OfferRef {
  readonly entryId: string
  /** Which of its offers. */
  readonly offer: number
}
/** Outlives the offer: an old link says what happened to the places. */
const issueOfferToken = ({ keys }: Signing, { id, date, offer }: Linked & { readonly offer: number }): string =>
  issueToken(keys, purposes.offer, `${id}~${offer}`, endOf(date))
export function readOfferToken({ keys, clock }: Reading, token: string): OfferRef | null {
  const [entryId, offer] = readToken(keys, purposes.offer, token, clock())?.split('~') ?? []
  return entryId && offer ? { entryId, offer: Number(offer) } : null
}

const withToken = (path: string, name: string, token: string): string =>
  `${path}?${new URLSearchParams({ [name]: token }).toString()}`
/** The page of an entry. */
export const entryHref = (token: string): string => withToken('/waiting-list', 'token', token)
interface Offered {
  readonly id: string
  readonly offers: number
  readonly date: LocalDate
  readonly time: LocalTime | null
  readonly adults: number
  readonly children: number
  readonly infants: number
}
/** The booking form of an offer: day, time and party are filled in, and its places are held. */
export function offerHref(deps: Signing, serviceHref: string, entry: Offered): string {
  const { date, time, adults, children, infants } = entry
  const trip = { date, ...(time && { time }), adults, ...(children && { children }), ...(infants && { infants }) }
  const waiting = issueOfferToken(deps, { ...entry, offer: entry.offers })
  const query = Object.entries({ ...trip, waiting }).map(([name, value]) => [name, String(value)])
  return `${serviceHref}/booking?${new URLSearchParams(query).toString()}`
}
