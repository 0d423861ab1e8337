import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMinutes, dateIn, instantAt } from '../../kernel/dates.ts'
import { departuresOn } from './rules/departures.ts'
import { isInSeason, lateness } from './rules/seasons.ts'
import { isOnTime, lastStartAt } from './rules/starts.ts'
import { closeTerms, first, inRange, rows, saleTerms, schedules, times } from './testing/arbitrary.ts'

describe('any schedules, exceptions and bookings', () => {
  it('give each day and time once, in order, within the range', () => {
    fc.assert(
      fc.property(schedules, rows, closeTerms, (rules, stored, at) => {
        const departures = departuresOn(rules, stored, { ...inRange, ...at })
        const keys = departures.map(({ date, time }) => `${date} ${time ?? ''}`)
        expect(keys).toEqual([...new Set(keys)].sort())
        for (const { date } of departures) expect(date >= inRange.from && date <= inRange.to).toBe(true)
      }),
    )
  })
  it('give the same departures for a range as for its days one by one', () => {
    fc.assert(
      fc.property(schedules, rows, closeTerms, (rules, stored, at) => {
        const each = Array.from({ length: 11 }, (_, n) => addDays(first, n))
        const oneByOne = each.flatMap((date) => departuresOn(rules, stored, { from: date, to: date, ...at }))
        expect(departuresOn(rules, stored, { ...inRange, ...at })).toEqual(oneByOne)
      }),
    )
  })
  it('never sell what is full, closed, late or unscheduled', () => {
    fc.assert(
      fc.property(schedules, rows, closeTerms, (rules, stored, at) => {
        for (const each of departuresOn(rules, stored, { ...inRange, ...at })) {
          const isOnSale = each.state === 'open' || each.state === 'few'
          expect(isOnSale).toBe(each.reason === null)
          if (!isOnSale) continue
          expect(each.vacancies === null || each.vacancies === each.capacity! - each.taken).toBe(true)
          expect(each.vacancies === null || each.vacancies > 0).toBe(true)
          expect(each.state === 'few').toBe(each.vacancies !== null && each.vacancies <= at.fewUpTo)
          expect(isOnTime(lastStartAt(at.zone, each), at.now, each.cutOffMinutes)).toBe(true)
          expect(each.isAdded || rules.some((rule) => rule.id === each.scheduleId && isInSeason(rule, each.date))).toBe(
            true,
          )
        }
      }),
    )
  })
  it('keep every place that is taken visible', () => {
    fc.assert(
      fc.property(schedules, rows, closeTerms, (rules, stored, at) => {
        const sum = (each: readonly { taken: number }[]) => each.reduce((total, { taken }) => total + taken, 0)
        expect(sum(departuresOn(rules, stored, { ...inRange, ...at }))).toBe(sum(stored))
      }),
    )
  })
  it('never come back on sale as time passes', () => {
    fc.assert(
      fc.property(schedules, rows, closeTerms, fc.nat(20_000), (rules, stored, at, minutes) => {
        const onSale = (now: Date) =>
          departuresOn(rules, stored, { ...inRange, ...at, now })
            .filter(({ reason }) => reason === null)
            .map(({ date, time }) => `${date} ${time}`)
        const before = new Set(onSale(at.now))
        for (const each of onSale(addMinutes(at.now, minutes))) expect(before).toContain(each)
      }),
    )
  })
  it('judge lateness alike with and without the short cut of far days', () => {
    fc.assert(
      fc.property(saleTerms, fc.integer({ min: -3, max: 9 }), times, ({ now, zone, cutOffMinutes }, ahead, time) => {
        const start = { date: addDays(dateIn(zone, now), ahead), time, hours: null }
        const startsAt = instantAt(zone, start.date, time)
        const late = startsAt <= now ? 'started' : isOnTime(startsAt, now, cutOffMinutes) ? null : 'cut_off'
        expect(lateness(start, { zone, now, cutOffMinutes })).toBe(late)
      }),
    )
  })
})
