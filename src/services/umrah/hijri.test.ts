import { expect, test } from 'vitest'
import { sayIn } from '../../platform/messages.server.ts'
import { hijriText } from './hijri.ts'
import { rules } from './rules.ts'

test.each([
  ['2026-02-18', '1 Ramadan 1447 AH', '1 رمضان 1447 هـ'],
  ['2026-03-20', '1 Shawwal 1447 AH', '1 شوال 1447 هـ'],
  ['2026-06-16', '1 Muharram 1448 AH', '1 محرم 1448 هـ'],
  ['2026-11-21', '11 Jumada al-Thani 1448 AH', '11 جمادى الآخرة 1448 هـ'],
])('%s is a day of the Umm al-Qura calendar', (day, english, arabic) => {
  expect(sayIn('en')(hijriText(day))).toBe(english)
  // Values in Arabic text are isolated.
  expect(sayIn('ar')(hijriText(day)).replace(/[\u2068\u2069]/g, '')).toBe(arabic)
})

test('every day of two years has a known month and a day of at most 30', () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    expect(sayIn('en')(hijriText(day))).toMatch(/^([1-9]|[12]\d|30) [A-Z][a-zA-Z -]+ 144[789] AH$/)
  }
})

test('a booking of an Umrah package has the Hijri date of its departure', () => {
  const facts = rules.tripFacts?.({}, '2026-11-21', 'outbound') ?? []
  const say = sayIn('en')
  expect(facts.map(({ label, value }) => [say(label), say(value)])).toEqual([
    ['Hijri date', '11 Jumada al-Thani 1448 AH'],
  ])
  expect(rules.tripFacts?.({}, null, 'outbound')).toEqual([])
})
