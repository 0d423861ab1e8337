import { describe, expect, it } from 'vitest'
import { startsTo } from './departure-cancellation.ts'
import { daysOfMove, legMoves, startErrors, startsInWords } from './move-starts.ts'

const oneWay = { travel_date: '2026-12-01', travel_time: '10:00', return_leg_date: null, return_leg_time: null }
const both = { ...oneWay, return_leg_date: '2026-12-05', return_leg_time: '18:00' }
const zone = 'Europe/Berlin'
const pathsOf = (starts: Parameters<typeof startErrors>[1], booking: typeof oneWay | typeof both = both) =>
  startErrors(booking, starts, { zone }).map(({ path }) => path)
const back = (return_leg_date: string, return_leg_time = '18:00') => ({ return_leg_date, return_leg_time })
const outbound = (travel_date: string, travel_time = '10:00') => ({ travel_date, travel_time })

describe('the starts of a move', () => {
  it('leave the return leg where it is unless it is named', () => {
    const [, leg] = legMoves(both, outbound('2026-12-02'))
    expect(leg).toMatchObject({ leg: 'return', to: { date: '2026-12-05', time: '18:00' } })
    expect(legMoves(oneWay, outbound('2026-12-02'))).toHaveLength(1)
  })
  it('may change either leg or both', () => {
    expect(pathsOf(outbound('2026-12-02'))).toEqual([])
    expect(pathsOf({ ...outbound('2026-12-01'), ...back('2026-12-06') })).toEqual([])
    expect(pathsOf({ ...outbound('2026-12-08'), ...back('2026-12-09') })).toEqual([])
  })
  it.each([
    [outbound('2026-12-01'), ['travel_date']],
    [{ ...outbound('2026-12-01'), ...back('2026-12-05') }, ['travel_date']],
    [outbound('2026-12-06'), ['travel_date']],
    [outbound('2026-12-05', '18:00'), ['travel_time']],
    [{ ...outbound('2026-12-01'), ...back('2026-11-30') }, ['return_leg_date']],
    [{ ...outbound('2026-12-08'), ...back('2026-12-08', '10:00') }, ['return_leg_time']],
  ])('%o are wrong at %s', (starts, paths) => {
    expect(pathsOf(starts)).toEqual(paths)
  })
  it('are compared as instants: no return in the hour that the clocks skip', () => {
    const starts = { ...outbound('2026-03-29', '02:30'), ...back('2026-03-29', '03:15') }
    expect(pathsOf(starts)).toEqual(['return_leg_time'])
  })
  it('of a return leg need a booking with one', () => {
    expect(pathsOf({ ...outbound('2026-12-02'), ...back('2026-12-05') }, oneWay)).toEqual(['return_leg_date'])
  })
  it('read the days from the first leg to the last, unless they are absurd', () => {
    expect(daysOfMove(both, outbound('2026-12-02'))).toEqual({ from: '2026-12-02', to: '2026-12-05' })
    const absurd = { ...outbound('2026-12-02'), ...back('9999-12-31') }
    expect(daysOfMove(both, absurd)).toEqual({ from: '2026-12-02', to: '2026-12-02' })
  })
  it('are shown leg by leg', () => {
    expect(startsInWords(both)).toBe('2026-12-01 10:00, 2026-12-05 18:00')
    expect(startsInWords(oneWay)).toBe('2026-12-01 10:00')
  })
})

describe('a booking that leaves a cancelled departure', () => {
  const target = { date: '2026-12-08', time: '12:00' }
  const legs = { ...both, departure_id: 'a', return_leg_departure_id: 'b' }
  it('moves the leg that is on it', () => {
    expect(startsTo(legs, 'a', target)).toEqual(outbound('2026-12-08', '12:00'))
    expect(startsTo(legs, 'b', target)).toEqual({ ...outbound('2026-12-01'), ...back('2026-12-08', '12:00') })
  })
  it('moves both legs to the same day if both are on it', () => {
    const moved = { ...outbound('2026-12-08', '12:00'), ...back('2026-12-08', '18:00') }
    expect(startsTo({ ...legs, return_leg_departure_id: 'a' }, 'a', target)).toEqual(moved)
  })
})
