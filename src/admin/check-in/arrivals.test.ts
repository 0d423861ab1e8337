import { expect, test } from 'vitest'
import type { CheckInParty, DepartureToCheckIn } from '../../modules/booking/contract.ts'
import { countWaiting, matches, openPositions, stateOf, withAnswers } from './arrivals.ts'
import type { Answered } from './mark-queue.ts'
import type { WaitingMark } from './mark-store.ts'

const arrival = { check_in_id: 'c', at: '2026-12-01T06:00:00.000Z', by: 'Omar' }
const person = (position: number, more: object = {}) => ({
  ...{ position, type: 'adult' as const, name: null, arrival: null },
  ...more,
})
const party: CheckInParty = {
  ...{ booking_id: 'b', booking_reference: 'TH0000000001', booking_status: 'confirmed', customer_name: 'Ria Sen' },
  ...{
    customer_phone: '+971501234567',
    travel_time: null,
    selected_language: null,
    pickup_location: null,
    trip_facts: [],
  },
  ...{ leg: 'outbound', to_collect: null },
  people: [person(0, { name: 'Om Sen' }), person(1), person(2, { arrival })],
}
const mark = (position: number, more: Partial<WaitingMark> = {}): WaitingMark => ({
  ...{ mark_id: `m${position}`, booking_id: 'b', position, made_at: arrival.at, is_confirmed: false },
  ...{ departure_id: 'd', booking_reference: 'TH0000000001', user_id: 'u', user_name: 'Omar', tries: 0, refusal: null },
  ...more,
})
const kinds = (marks: readonly WaitingMark[]) => party.people.map((each) => stateOf(party, each, marks).kind)

test('an arrival on the server takes precedence over a waiting mark', () => {
  expect(kinds([mark(1), mark(2)])).toEqual(['open', 'waiting', 'arrived'])
  expect(kinds([mark(0, { refusal: 'unpaid' })])).toEqual(['refused', 'open', 'arrived'])
  expect(kinds([mark(0, { booking_id: 'other' })])).toEqual(['open', 'open', 'arrived'])
})

test('mark all skips people who have arrived or have a waiting mark', () => {
  expect(openPositions(party, [])).toEqual([0, 1])
  expect(openPositions(party, [mark(0), mark(1, { refusal: 'cancelled' })])).toEqual([])
  expect(countWaiting([party], [mark(0), mark(1, { refusal: 'cancelled' }), mark(2)])).toBe(1)
})

test('the search matches words in any order', () => {
  for (const q of ['', 'sen om', 'RIA', '0000001', '+97150']) expect([q, matches(party, q)]).toEqual([q, true])
  for (const q of ['ria brown', 'zoë']) expect([q, matches(party, q)]).toEqual([q, false])
})

const answered = (position: number, more: Partial<Answered['result']> = {}): Answered => ({
  mark: mark(position),
  result: { mark_id: `m${position}`, outcome: 'arrived', arrival, ...more },
})
const departure = { parties: [party], arrived: 1, people: 3 } as unknown as DepartureToCheckIn

test("the server's answers are shown in the list, once each", () => {
  const shown = withAnswers(departure, [answered(0), answered(2)])
  expect(shown.arrived).toBe(2)
  expect(shown.parties[0]?.people.map((each) => each.arrival?.by)).toEqual(['Omar', undefined, 'Omar'])
  expect(withAnswers(departure, [answered(1, { outcome: 'cancelled', arrival: null })])).toEqual(departure)
})

test('the voucher shows them too, and what is not loaded stays so', () => {
  const voucher = { state: 'open', party } as never as { party: CheckInParty }
  expect(withAnswers(voucher as never, [answered(1)])).toMatchObject({ party: { people: [{}, { arrival }, {}] } })
  expect(withAnswers(undefined, [answered(1)])).toBeUndefined()
  const today = { departures: [] }
  expect(withAnswers(today, [answered(1)])).toBe(today)
})

test('a mark counts for its way only; one without a way is for the first', () => {
  const back: CheckInParty = { ...party, leg: 'return' }
  expect(openPositions(back, [mark(0)])).toEqual([0, 1])
  expect(openPositions(back, [mark(0, { leg: 'return' })])).toEqual([1])
  expect(openPositions(party, [mark(0, { leg: 'return' })])).toEqual([0, 1])
  const voucher = { state: 'open', travel_date: '2026-12-01', departure_id: 'd', party } as const
  const named = { booking_reference: 'TH0000000001', service_title: 'Transfer' }
  const result = { mark_id: 'm0', outcome: 'arrived', arrival } as const
  const answered = [{ mark: mark(0, { leg: 'return' }), result }]
  const after = withAnswers({ ...voucher, ...named, return_leg: { ...voucher, party: back } }, answered)
  expect([after.party?.people[0]?.arrival, after.return_leg?.party?.people[0]?.arrival]).toEqual([null, arrival])
})
