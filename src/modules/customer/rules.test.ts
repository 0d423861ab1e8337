import { describe, expect, it } from 'vitest'
import {
  type AddressOwner,
  type BookedContact,
  cleanTags,
  contactsOf,
  expiryStateOf,
  type NewContact,
  placeAccounts,
  placeBookings,
  searchPatterns,
} from './rules.ts'

const at = new Date('2026-11-21T08:00:00Z')
const asha = { email: 'asha@example.com', phone: '+919876543210', name: 'Asha Rao', language: null, at }
const booked = (more: Partial<BookedContact> = {}): BookedContact => ({ ...asha, ...more })
const email = (value: string, customerId: string): NewContact => ({ kind: 'email', value, customerId })
const phone = (value: string, customerId: string): NewContact => ({ kind: 'phone', value, customerId })
function place(known: readonly NewContact[], ...bookings: readonly BookedContact[]) {
  let made = 0
  return placeBookings(known, bookings, () => `new-${++made}`)
}

describe('the record of a booking', () => {
  it('is new for an unknown address and number, which lead to it from then on', () => {
    const { created, contacts, seen } = place([], booked())
    expect(created).toEqual([{ ...asha, id: 'new-1', userId: null }])
    expect(contacts).toEqual([email(asha.email, 'new-1'), phone(asha.phone, 'new-1')])
    expect([...seen]).toEqual([['new-1', { at, language: null }]])
  })

  it('is that of its address, also with another number', () => {
    const { created, contacts } = place([email(asha.email, 'a')], booked({ phone: '+971501112206' }))
    expect([created, contacts]).toEqual([[], [phone('+971501112206', 'a')]])
  })

  it('is that of its number when the address is unknown', () => {
    const { created, contacts } = place([phone(asha.phone, 'a')], booked({ email: 'other@example.com' }))
    expect([created, contacts]).toEqual([[], [email('other@example.com', 'a')]])
  })

  it('is that of its address when the number leads to another record, which keeps it', () => {
    const { created, contacts, seen } = place([email(asha.email, 'a'), phone(asha.phone, 'b')], booked())
    expect([created, contacts, [...seen.keys()]]).toEqual([[], [], ['a']])
  })

  it('is one for bookings of the same batch', () => {
    const later = new Date('2026-11-22T08:00:00Z')
    const first = booked({ phone: null })
    const { created, seen } = place(
      [],
      first,
      booked({ at: later, language: 'Arabic' }),
      booked({ email: 'b@example.com' }),
    )
    expect(created).toHaveLength(1)
    expect([...seen]).toEqual([['new-1', { at: later, language: 'Arabic' }]])
  })

  it('does not exist for an erased booking, and ignores what is no number', () => {
    expect(place([], booked({ email: 'erased-0f@erased' })).created).toEqual([])
    const { created, contacts } = place([], booked({ phone: 'see notes' }))
    expect([created[0]?.phone, contacts]).toEqual([null, [email(asha.email, 'new-1')]])
    expect(contactsOf([booked({ phone: 'see notes' }), booked()])).toEqual({
      emails: [asha.email],
      phones: [asha.phone],
    })
  })
})

describe('the record of an account', () => {
  const account = { userId: 'user-1', email: asha.email, name: 'Asha', phone: asha.phone, at }
  const placed = (owner?: Partial<AddressOwner>) =>
    placeAccounts(
      new Map(owner ? [[asha.email, { customerId: 'a', isPrimary: true, userId: null, ...owner }]] : []),
      [account],
      () => 'new-1',
    )

  it('is the one whose main address it has verified', () => {
    expect(placed({})).toEqual({ created: [], linked: [{ customerId: 'a', userId: 'user-1' }], moved: [] })
  })
  it('stays the same when it is known', () => {
    expect(placed({ userId: 'user-1' })).toEqual({ created: [], linked: [], moved: [] })
  })
  it('is new for an unknown address, whoever has its number', () => {
    const { created, moved } = placed()
    expect(created).toEqual([
      { id: 'new-1', userId: 'user-1', name: 'Asha', email: asha.email, phone: asha.phone, language: null, at },
    ])
    expect(moved).toEqual([{ email: asha.email, customerId: 'new-1', from: null }])
  })
  it.each([
    ['has the address as a further one only', { isPrimary: false }],
    ['has another account', { userId: 'user-2' }],
  ])('is new when the record %s, and takes the address along', (_when, owner) => {
    const { linked, moved } = placed(owner)
    expect([linked, moved]).toEqual([[], [{ email: asha.email, customerId: 'new-1', from: 'a' }]])
  })
})

it.each([
  [null, 'unknown'],
  ['2026-11-20', 'expired'],
  ['2026-11-21', 'soon'],
  ['2027-05-22', 'soon'],
  ['2027-05-23', 'valid'],
] as const)('a passport that expires on %s is %s', (expiry, state) => {
  expect(expiryStateOf(expiry, '2026-11-21')).toBe(state)
})

it('tags are kept once in any case, without spaces around them', () => {
  expect(cleanTags([' VIP ', 'vip', '', 'repeat  guest'])).toEqual(['VIP', 'repeat guest'])
})

it.each([
  ['asha', null, null, [['%asha%']]],
  ['ra', null, null, [['% ra%']]],
  ['rao asha', ['rao', 'asha'], null, [['%rao asha%'], ['%rao%', '%asha%']]],
  ['50 111', null, '50111220', [['%50 111%'], ['%50111220\n%']]],
  ['100%', null, null, [['%100\\%%']]],
])('a search for %s is one for these patterns', (q, words, ending, patterns) => {
  expect(searchPatterns(q, words, ending)).toEqual(patterns)
})
