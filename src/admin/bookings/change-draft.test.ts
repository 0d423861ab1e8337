import { describe, expect, it } from 'vitest'
import { changesApplication, emptyChange, isLeaving, leavingGroups, wantedOf } from './change-draft.ts'

const person = (position: number, first_name: string) => ({
  id: `t${position}`,
  position,
  first_name,
  removed_at: null,
})
const gone = { id: 'gone', position: -1, first_name: 'Gone', removed_at: '2026-11-01T00:00:00Z' }
const document = (travelerId: string | null, isNewest = true) => ({ travelerId, isNewest })
const booking = {
  ...{ travel_date: '2026-12-01', travel_time: '10:00', return_leg: null, details: { pnr: 'ABC123' } },
  ...{ adults_count: 2, children_count: 2, infants_count: 0 },
  travelers: [gone, person(0, 'Asha'), person(1, 'Ben'), person(2, 'Cara')],
  documents: [document('t0'), document('t0', false), document('t2'), document(null)],
} as unknown as Parameters<typeof wantedOf>[0]

describe('what staff change', () => {
  it('is only what differs from the booking', () => {
    expect(wantedOf(booking, emptyChange)).toEqual({})
    const same = { date: '2026-12-01', time: '10:00' }
    expect(
      wantedOf(booking, { ...emptyChange, outbound: same, counts: { adults: 2 }, answers: { pnr: 'ABC123' } }),
    ).toEqual({})
    expect(wantedOf(booking, { ...emptyChange, outbound: { date: '2026-12-02', time: '' } })).toEqual({
      ...{ travel_date: '2026-12-02', travel_time: null },
    })
    expect(wantedOf(booking, { ...emptyChange, counts: { infants: 1 }, answers: { pnr: '' } })).toEqual({
      ...{ infants_count: 1, answers: { pnr: '' } },
    })
  })
  it('names those who leave by position, and only where an age becomes fewer', () => {
    const leaving = ['t0', 't2']
    expect(wantedOf(booking, { ...emptyChange, counts: { children: 1 }, leaving })).toEqual({
      ...{ children_count: 1, removed: [2] },
    })
    expect(wantedOf(booking, { ...emptyChange, counts: { children: 0 } })).toEqual({
      ...{ children_count: 0, removed: [2, 3] },
    })
    expect(wantedOf(booking, { ...emptyChange, leaving })).toEqual({})
  })
  it('asks again about a submitted application unless only the start differs', () => {
    expect(changesApplication(wantedOf(booking, { ...emptyChange, counts: { adults: 3 } }))).toBe(true)
    expect(changesApplication(wantedOf(booking, { ...emptyChange, answers: { pnr: 'X' } }))).toBe(true)
    expect(changesApplication({ travel_date: '2026-12-02', travel_time: null })).toBe(false)
  })
})

it('people of an age that becomes fewer are listed with their newest documents', () => {
  const draft = { ...emptyChange, counts: { adults: 1, children: 0 }, leaving: ['t1'] }
  const groups = leavingGroups(booking, draft)
  expect(groups).toEqual([
    {
      ...{ age: 'adults', count: 1 },
      people: [
        { key: 't0', position: 0, name: 'Asha', documents: 1 },
        { key: 't1', position: 1, name: 'Ben', documents: 0 },
      ],
    },
    {
      ...{ age: 'children', count: 2 },
      people: [
        { key: 't2', position: 2, name: 'Cara', documents: 1 },
        { key: 'place-3', position: 3, name: '', documents: 0 },
      ],
    },
  ])
  expect(groups.map((group) => group.people.map((each) => isLeaving(group, each, draft)))).toEqual([
    [false, true],
    [true, true],
  ])
})
