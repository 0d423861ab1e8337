import { describe, expect, it } from 'vitest'
import { nextOffers, offerEnd } from './rules.ts'

const queue = (...places: number[]) => places.map((each, index) => ({ id: `${index + 1}`, places: each }))
const offered = (vacancies: number, ...places: number[]) => nextOffers(queue(...places), vacancies).map(({ id }) => id)

describe('the next offers', () => {
  it('go to people in the order in which they joined', () => {
    expect(offered(4, 2, 2, 2)).toEqual(['1', '2'])
  })
  it('skip a party that does not fit', () => {
    expect(offered(3, 4, 2, 1)).toEqual(['2', '3'])
  })
  it('leave the skipped party first in the queue', () => {
    expect(offered(4, 4, 3)).toEqual(['1'])
  })
  it('go to nobody without places', () => {
    expect([offered(0, 1), offered(5), offered(1, 2, 3)]).toEqual([[], [], []])
  })
})

describe('the end of an offer', () => {
  const now = new Date('2026-12-01T08:00:00Z')
  const at = (time: string) => new Date(`2026-12-01T${time}:00Z`)
  it.each([
    ['after the hours of the setting', '20:00', '12:00'],
    ['never past the cut-off', '10:30', '10:30'],
    ['at the cut-off a quarter of an hour away', '08:15', '08:15'],
  ])('is %s', (_what, saleEnd, end) => {
    expect(offerEnd({ now, hours: 4, saleEnd: at(saleEnd) })).toEqual(at(end))
  })
  it('does not exist shortly before the cut-off or after it', () => {
    expect(['08:14', '08:00', '07:00'].map((end) => offerEnd({ now, hours: 4, saleEnd: at(end) }))).toEqual([
      null,
      null,
      null,
    ])
  })
})
