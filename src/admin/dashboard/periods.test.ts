import { expect, test } from 'vitest'
import { changeOf, daysOf, daysOfPoint, periodIn } from './periods.ts'

test('the named periods end today and include it', () => {
  const today = '2027-03-02'
  expect(daysOf('today', today)).toEqual({ from: today, to: today })
  expect(daysOf('7-days', today)).toEqual({ from: '2027-02-24', to: today })
  expect(daysOf('30-days', today)).toEqual({ from: '2027-02-01', to: today })
  expect(daysOf('this-month', today)).toEqual({ from: '2027-03-01', to: today })
})

test('an address names a period, or own dates that are in order and at most three years', () => {
  const today = '2027-03-02'
  expect(periodIn({}, today)).toEqual({ name: '30-days', days: { from: '2027-02-01', to: today } })
  expect(periodIn({ period: 'parrot' }, today).name).toBe('30-days')
  expect(periodIn({ period: 'today' }, today)).toEqual({ name: 'today', days: { from: today, to: today } })
  const own = (from: string, to: string) => periodIn({ period: 'own', from, to }, today).days
  expect(own('2027-01-01', '2027-01-31')).toEqual({ from: '2027-01-01', to: '2027-01-31' })
  expect([own('2027-02-01', '2027-01-31'), own('2020-01-01', today), own('', today)]).toEqual([null, null, null])
})

test('a point of the chart is a day or a month', () => {
  expect(daysOfPoint('2027-03-02', '30-days')).toEqual({ booked_from: '2027-03-02', booked_to: '2027-03-02' })
  expect(daysOfPoint('2026-12-01', '12-months')).toEqual({ booked_from: '2026-12-01', booked_to: '2026-12-31' })
  expect(daysOfPoint('2028-02-01', '12-months').booked_to).toBe('2028-02-29')
})

test('a change has a direction, and a size where there was something before', () => {
  expect(changeOf(15, 10)).toEqual({ way: 'more', percent: 50 })
  expect(changeOf(5, 10)).toEqual({ way: 'less', percent: 50 })
  expect(changeOf(10, 10)).toEqual({ way: 'same', percent: 0 })
  expect(changeOf(3, 0)).toEqual({ way: 'more', percent: null })
  expect(changeOf(-5, -10)).toEqual({ way: 'more', percent: null })
})
