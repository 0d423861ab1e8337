// Which record a booking or an account belongs to (docs/rules/customers.md).
import { addDays, type Instant, type LocalDate } from '../../kernel/dates.ts'

export type ContactKind = 'email' | 'phone'
export const marketingChoices = ['unknown', 'agreed', 'declined'] as const
export type Marketing = (typeof marketingChoices)[number]

/** The contact of a booking. */
export interface BookedContact {
  readonly email: string
  readonly phone: string | null
  readonly name: string
  readonly language: string | null
  readonly at: Instant
}
export interface NewContact {
  readonly kind: ContactKind
  readonly value: string
  readonly customerId: string
}
export interface NewRecord {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly language: string | null
  readonly userId: string | null
  readonly at: Instant
}
export interface Seen {
  readonly at: Instant
  readonly language: string | null
}
export interface Placed {
  readonly created: readonly NewRecord[]
  readonly contacts: readonly NewContact[]
  /** The newest booking of each record. */
  readonly seen: ReadonlyMap<string, Seen>
}

const isPhone = (phone: string | null): phone is string => phone !== null && /^\+\d{6,15}$/.test(phone)
const isErased = (email: string): boolean => email.endsWith('@erased')
const keyOf = (kind: ContactKind, value: string): string => `${kind}:${value}`
/** The values to look up before `placeBookings`. */
export const contactsOf = (booked: readonly BookedContact[]) => ({
  emails: [...new Set(booked.map(({ email }) => email))],
  phones: [...new Set(booked.flatMap(({ phone }) => (isPhone(phone) ? [phone] : [])))],
})

/**
 * The record with the address; without one the record with the number; otherwise a new one. Address and number are then
 * contacts of that record, unless another record has the number. Erased bookings have no record.
 */
export function placeBookings(
  known: readonly NewContact[],
  booked: readonly BookedContact[],
  newId: (at: Instant) => string,
): Placed {
  const owners = new Map(known.map(({ kind, value, customerId }) => [keyOf(kind, value), customerId]))
  const [created, contacts, seen] = [[] as NewRecord[], [] as NewContact[], new Map<string, Seen>()]
  const add = (kind: ContactKind, value: string, customerId: string) => {
    if (owners.has(keyOf(kind, value))) return
    owners.set(keyOf(kind, value), customerId)
    contacts.push({ kind, value, customerId })
  }
  for (const { email, phone: typed, name, language, at } of booked) {
    if (isErased(email)) continue
    const phone = isPhone(typed) ? typed : null
    let id = owners.get(keyOf('email', email)) ?? (phone && owners.get(keyOf('phone', phone)))
    if (!id) {
      id = newId(at)
      created.push({ id, name, email, phone, language, userId: null, at })
    }
    add('email', email, id)
    if (phone) add('phone', phone, id)
    const last = seen.get(id)
    seen.set(id, {
      at: last && last.at > at ? last.at : at,
      language: last?.language ?? language,
    })
  }
  return { created, contacts, seen }
}

/** An account with a verified address. */
export interface Account {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly phone: string | null
  readonly at: Instant
}
export interface AddressOwner {
  readonly customerId: string
  /** Shown first, not a further address. */
  readonly isPrimary: boolean
  readonly userId: string | null
}
export interface PlacedAccounts {
  readonly created: readonly NewRecord[]
  readonly linked: readonly { readonly customerId: string; readonly userId: string }[]
  /** Addresses of new records, which leave the record that had them. */
  readonly moved: readonly { readonly email: string; readonly customerId: string; readonly from: string | null }[]
}

/**
 * A verified address identifies a person: its record gets the account. A record that has the address only as a further
 * one, or has another account, loses it to a new record, because a guest may have typed someone else's number.
 */
export function placeAccounts(
  owners: ReadonlyMap<string, AddressOwner>,
  accounts: readonly Account[],
  newId: (at: Instant) => string,
): PlacedAccounts {
  const [created, linked, moved] = [[] as NewRecord[], [] as { customerId: string; userId: string }[], [] as Moved[]]
  for (const account of accounts) {
    const owner = owners.get(account.email)
    if (owner?.userId === account.userId) continue
    if (owner?.isPrimary && owner.userId === null) linked.push({ customerId: owner.customerId, userId: account.userId })
    else {
      const { email, name, userId, at } = account
      const phone = isPhone(account.phone) ? account.phone : null
      const id = newId(at)
      created.push({ id, name, email, phone, language: null, userId, at })
      moved.push({ email, customerId: id, from: owner?.customerId ?? null })
    }
  }
  return { created, linked, moved }
}
type Moved = PlacedAccounts['moved'][number]

export const expiryStates = ['expired', 'soon', 'valid', 'unknown'] as const
export type ExpiryState = (typeof expiryStates)[number]
/** Most countries ask for six more months on arrival. */
const daysOfWarning = 183

export function expiryStateOf(expiry: LocalDate | null, today: LocalDate): ExpiryState {
  if (expiry === null) return 'unknown'
  if (expiry < today) return 'expired'
  return expiry < addDays(today, daysOfWarning) ? 'soon' : 'valid'
}

export const maxTags = 20
export const maxTagLength = 40
/** Each once in any case, without spaces around it, in the order typed. */
export function cleanTags(typed: readonly string[]): string[] {
  const known = new Set<string>()
  return typed
    .map((tag) => tag.trim().replace(/\s+/g, ' '))
    .filter((tag) => tag !== '' && !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()))
}

/**
 * Patterns of SQL `like` for a search in name, addresses and numbers: any of the lists must match as a whole. The words
 * of a name match in any order, and `phone` holds the last digits of a number in any spelling.
 */
export function searchPatterns(q: string, words: readonly string[] | null, phone: string | null): readonly string[][] {
  const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
  const contains = (text: string) => `${/[\p{L}\p{N}]{3}/u.test(text) ? '%' : '% '}${escaped(text)}%`
  return [[contains(q)], ...(words ? [words.map(contains)] : []), ...(phone ? [[`%${phone}\n%`]] : [])]
}
