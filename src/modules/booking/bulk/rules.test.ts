import { describe, expect, it } from 'vitest'
import { type Confirmable, pauseAfter, reasonToSkip, recipientsOf, referencesOf } from './rules.ts'

const paid: Confirmable = {
  ...{ booking_status: 'pending', payment_status: 'completed', final_minor: 100, awaits_agency: false },
}
const unpaid: Confirmable = { ...paid, payment_status: 'pending' }
const judge = (booking: Confirmable, more: Partial<Parameters<typeof reasonToSkip>[1]> = {}) =>
  reasonToSkip(booking, { hasTransfer: false, confirmsUnpaid: false, ...more })

describe('which bookings are confirmed together', () => {
  it('a paid one is confirmed', () => expect(judge(paid)).toBeNull())
  it('one whose payment was refunded is no longer unpaid', () =>
    expect(judge({ ...paid, payment_status: 'refunded' })).toBeNull())
  it.each(['confirmed', 'completed', 'cancelled'] as const)('one that is %s is skipped for that', (booking_status) => {
    expect(judge({ ...paid, booking_status })).toBe(booking_status)
    expect(judge({ ...unpaid, booking_status }, { hasTransfer: true })).toBe(booking_status)
  })
  it.each(['pending', 'failed'] as const)(
    'one whose payment is %s is skipped unless staff want it',
    (payment_status) => {
      expect(judge({ ...paid, payment_status })).toBe('unpaid')
      expect(judge({ ...paid, payment_status }, { confirmsUnpaid: true })).toBeNull()
    },
  )
  it('a free one needs no payment', () => expect(judge({ ...unpaid, final_minor: 0 })).toBeNull())
  it('a cash booking that awaits the agency is unpaid by design', () =>
    expect(judge({ ...unpaid, awaits_agency: true })).toBeNull())
  it('a transfer is decided on its own card, whatever staff want', () => {
    expect(judge(unpaid, { hasTransfer: true, confirmsUnpaid: true })).toBe('transfer')
    expect(judge(paid, { hasTransfer: true })).toBe('transfer')
  })
})

describe('who gets a message', () => {
  const booking = (n: number, customer_email: string, customer_name = `Guest ${n}`) => ({
    ...{ id: `id-${n}`, booking_reference: `TH${n}`, customer_name, customer_email },
  })
  it('each address once, in the order of the bookings, with all references', () => {
    const asha = [booking(1, 'asha@example.com'), booking(3, 'Asha@example.com')]
    const ben = booking(2, 'ben@example.com')
    const recipients = recipientsOf([asha[0]!, ben, asha[1]!])
    expect(recipients.map((each) => [each.name, each.email, referencesOf(each)])).toEqual([
      ['Guest 1', 'asha@example.com', 'TH1, TH3'],
      ['Guest 2', 'ben@example.com', 'TH2'],
    ])
  })
  it('names twenty references at most', () => {
    const many = Array.from({ length: 21 }, (_, n) => booking(n, 'desk@agency.example'))
    const [all] = recipientsOf(many)
    expect(all?.bookings).toHaveLength(21)
    expect(all && referencesOf(all)).toMatch(/^TH0, .*, TH19, …$/)
  })
  it('nobody without bookings', () => expect(recipientsOf([])).toEqual([]))
})

it('a booking that fails waits longer each time', () => {
  expect([0, 1, 2, 3, 4].map(pauseAfter)).toEqual([0, 4_000, 8_000, 16_000, 32_000])
})
