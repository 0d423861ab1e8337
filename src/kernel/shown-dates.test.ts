import { expect, test } from 'vitest'
import { dayText, instantText, joined, messagesOf, sayWith, startText, timeText } from './messages.ts'
import { datesIn } from './shown-dates.ts'
import { formatTime } from './written-times.ts'

const day = '2026-11-21'
/** Isolates as brackets, so that they are seen. */
const shown = (words: string) => words.replaceAll('\u2068', '(').replaceAll('\u2069', ')')

test('English dates have one long and one short form, and the moments of the specification [D135]', () => {
  const english = datesIn('en-GB')
  expect(english.longDay(day)).toBe('Saturday, 21 November 2026')
  expect(english.shortDay(day)).toBe('Sat 21 Nov')
  expect(english.shortDayAndYear(day)).toBe('Sat 21 Nov 2026')
  expect(english.monthAndYear(day)).toBe('November 2026')
  expect(english.plainDay(day)).toBe(day)
  expect(english.time('14:05')).toBe('02:05 PM')
  expect(english.moment(day, '00:30')).toBe('2026-11-21 12:30 AM')
})

test.each([
  ['ar-u-nu-latn', 'السبت، 21 نوفمبر 2026', 'السبت 21 نوفمبر', '21 نوفمبر 2026، (02:05 م)'],
  ['ur-u-nu-latn', 'ہفتہ، 21 نومبر، 2026', 'ہفتہ 21 نومبر', '21 نومبر، 2026، (02:05 PM)'],
  ['hi-u-nu-latn', 'शनिवार, 21 नवंबर 2026', 'शनि 21 नव॰', '21 नवंबर 2026, 02:05 PM'],
  ['fr-u-nu-latn', 'samedi 21 novembre 2026', 'sam. 21 nov.', '21 novembre 2026, 02:05 PM'],
])('%s has its own names, Latin digits and the Gregorian calendar', (locale, long, short, moment) => {
  const dates = datesIn(locale)
  expect(dates.longDay(day)).toBe(long)
  expect(dates.shortDay(day)).toBe(short)
  expect(shown(dates.moment(day, '14:05'))).toBe(moment)
  expect(dates.dayNumberOf(day)).toBe('21')
})

test('no date has marks of direction or spaces that servers and browsers set differently', () => {
  for (const locale of ['en-GB', 'ar-u-nu-latn', 'ar-EG-u-nu-latn', 'he', 'fa', 'ur-u-nu-latn', 'fr']) {
    const { longDay, monthAndYear, shortDayAndYear, time } = datesIn(locale)
    const all = [longDay(day), monthAndYear(day), shortDayAndYear(day), time('09:00')].join('')
    expect(all).not.toMatch(/[\u061c\u200e\u200f\u00a0\u2009\u202f]/)
  }
})

const say = (locale: string) => sayWith((_key, values) => JSON.stringify(values), locale)

test('an English time is written as the back office writes it, at each hour', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const time = `${String(hour).padStart(2, '0')}:05`
    expect(datesIn('en-GB').time(time)).toBe(formatTime(time))
  }
})

test('a message carries dates that are written when its language is known', () => {
  const texts = [dayText(day), timeText('14:05:00'), startText(day, '14:05:00'), startText(day, null)]
  expect(texts.map(say('en-GB'))).toEqual([day, '02:05 PM', '2026-11-21 02:05 PM', day])
  expect(texts.map((each) => shown(say('ar-u-nu-latn')(each)))).toEqual([
    '21 نوفمبر 2026',
    '(02:05 م)',
    '21 نوفمبر 2026، (02:05 م)',
    '21 نوفمبر 2026',
  ])
  expect(say('en-GB')(instantText(new Date('2026-11-21T20:30:00Z'), 'Asia/Dubai'))).toBe('2026-11-22 12:30 AM')
})

test('dates are written within values and lists too', () => {
  const text = messagesOf<{ until: 'x' }>('room')
  expect(say('hi-u-nu-latn')(text('until', { day: dayText(day) }))).toBe('{"day":"21 नवंबर 2026"}')
  expect(say('en-GB')(joined([dayText(day), timeText('09:00')], 'dots'))).toBe('2026-11-21 · 09:00 AM')
})
