import bidiFactory from 'bidi-js'
import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { describe, expect, it } from 'vitest'
import { isolated, isolateValues, isRightToLeft } from '../kernel/direction.ts'
import type { Language } from '../kernel/language.ts'
import { joined, type Message, type MessageValues, messagesOf, sayWith } from '../kernel/messages.ts'
import { text as bookingText } from '../modules/booking/text.ts'
import { messagesIn, say, sayIn } from './messages.server.ts'

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}
/** Isolates as brackets, so that they are seen, without the mark of direction. */
const shown = (words: string) => words.replaceAll('\u2068', '(').replaceAll('\u2069', ')').replaceAll('\u200f', '')
const bidi = bidiFactory()
/** What stands from left to right on a screen. */
const onScreen = (words: string, language: string): string =>
  bidi.getReorderedString(words, bidi.getEmbeddingLevels(words, isRightToLeft(language) ? 'rtl' : 'ltr'))
/** Whether the first of two names is read before the second. */
function keepsOrder(words: string, language: string, [first, second]: readonly [string, string]): boolean {
  const seen = onScreen(words, language)
  return isRightToLeft(language)
    ? seen.indexOf(second) < seen.indexOf(first)
    : seen.indexOf(first) < seen.indexOf(second)
}
function formatted(message: string, values: Record<string, string | number>, language = 'ar', show = shown): string {
  const compiled = isolateValues(compile(message), language)
  const tags = { b: (inner: string) => `<b>${inner}</b>` }
  const all = { ...values, ...tags } as unknown as Parameters<typeof format>[2]
  return show([format(compiled, language, all, { formatters, timeZone: 'UTC' })].flat().join(''))
}

describe('a value in a message of a right-to-left language', () => {
  it('is isolated once', () => {
    expect(formatted('في {date} الساعة {time}', { date: '2027-01-15', time: '06:00 PM' })).toBe(
      'في (2027-01-15) الساعة (06:00 PM)',
    )
  })
  it('is isolated in the branches of plurals and selects, whose own values stay what they are', () => {
    const message = '{count, plural, one {# حجز: {names}} other {# حجوزات: {names}}}'
    expect(formatted(message, { count: 2, names: 'SFR-1' })).toBe('2 حجوزات: (SFR-1)')
    const choice = '{users, select, none {لا شيء} other {{users} الآن}}'
    expect([formatted(choice, { users: 'none' }), formatted(choice, { users: 'A' })]).toEqual(['لا شيء', '(A) الآن'])
  })
  it('is isolated within tags, and numbers with a type stay bare', () => {
    expect(formatted('<b>{name}</b> {max, number}', { name: 'Ali', max: 5 })).toBe('<b>(Ali)</b> 5')
    expect(formatted('<b>{name} هنا</b>', { name: 'Ali' })).toBe('<b>(Ali) هنا</b>')
  })
  it('stays bare where it is the whole message', () => {
    expect(formatted('{name}', { name: 'Ali' })).toBe('Ali')
  })
  it('stays bare in a left-to-right language, and the message is the same object', () => {
    expect(formatted('{name} aaye', { name: 'Ali' }, 'hi')).toBe('Ali aaye')
    const compiled = compile('Hello {name}')
    expect(isolateValues(compiled, 'en')).toBe(compiled)
  })
  it('costs nothing but its two characters', () => {
    expect(isolateValues(compile('في {date} ثم {time}.'), 'ar')).toEqual([
      'في \u2068',
      ['date'],
      '\u2069 ثم \u2068',
      ['time'],
      '\u2069.',
    ])
  })
})

describe('every Arabic and Urdu message', () => {
  it('isolates exactly the values that it shows', () => {
    for (const language of ['ar', 'ur'] as unknown as Language[])
      for (const [key, message] of messagesIn(language)) {
        const compiled = JSON.stringify(isolateValues(compile(message), language))
        const [opened, closed] = [compiled.split(/[\u2066-\u2068]/).length - 1, compiled.split('\u2069').length - 1]
        const bare = compiled.match(/(?<!\u2068",)\["\w+"\](?!,"\u2069)/g) ?? []
        expect([key, opened, bare.length]).toEqual([key, closed, /^\[\["\w+"\]\]$/.test(compiled) ? 1 : 0])
      }
  })
})

describe('a reference', () => {
  const left = bookingText('errors.leftBehind', { count: 2, references: joined(['SFR-1', 'SFR-2'], 'plain') })
  it('has its values and lists isolated in Arabic', () => {
    expect(shown(sayIn('ar-XB')(left))).toContain('((SFR-1)، (SFR-2))')
  })
  it('is the same as ever in English', () => {
    expect(say(left)).toBe('2 upcoming bookings have no departure after this change: SFR-1, SFR-2')
  })
})

describe.each(['en', 'ar', 'hi', 'ur'] as const)('in %s', (language) => {
  const say = sayWith((key, values) => formatted(sentences[key] ?? '', values, language, String), language)
  const sentences: Readonly<Record<string, string>> = {
    'room.held': isRightToLeft(language) ? 'ما زال مستخدمًا: {names}' : 'In use: {names}',
    'room.pair': '{label}: {value}',
    'room.status': isRightToLeft(language) ? 'SMS إلى {name} ثم {other}' : 'SMS to {name}, then {other}',
  }
  const text = (key: string, values: MessageValues) => messagesOf<Record<string, string>>('room')(key, values)
  const names = ['Ali Khan', 'Sara Roy'] as const

  it.each(['facts', 'plain', 'groups', 'dots'] as const)(
    '%s of Latin names keep their order within a sentence',
    (kind) => {
      const words = say(text('held', { names: joined(names, kind) as Message }))
      expect([words, keepsOrder(words, language, names)]).toEqual([words, true])
    },
  )
  it('a list within a list, within a sentence, keeps its order', () => {
    const inner = joined(names, 'plain')
    const words = say(text('held', { names: joined([inner, 'Dubai'], 'groups') as Message }))
    expect(keepsOrder(words, language, names)).toBe(true)
    expect(keepsOrder(words, language, [names[1], 'Dubai'])).toBe(true)
  })
  it('values that a message joins without a word keep their order within a sentence', () => {
    const words = say(text('held', { names: text('pair', { label: names[0], value: names[1] }) }))
    expect(keepsOrder(words, language, names)).toBe(true)
  })
  it('a message that begins with a Latin word keeps its order within a sentence', () => {
    const words = say(text('held', { names: text('status', { name: names[0], other: names[1] }) }))
    expect(keepsOrder(words, language, names)).toBe(true)
    expect(keepsOrder(words, language, ['SMS', names[0]])).toBe(true)
  })
})

describe('words from right to left', () => {
  it('are those of Arabic, Urdu, Persian and Hebrew, in any region', () => {
    expect(['ar', 'ar-AE', 'ar-XB', 'ur', 'ur-PK', 'fa', 'he'].map(isRightToLeft)).toEqual(Array(7).fill(true))
    expect(['en', 'en-XA', 'hi', 'arn', 'urh', ''].map(isRightToLeft)).toEqual(Array(6).fill(false))
  })
  it('isolate text once, and nothing else', () => {
    expect([isolated('A', 'ar'), isolated(isolated('A', 'ar'), 'ar')].map(shown)).toEqual(['(A)', '(A)'])
    expect([isolated('', 'ar'), isolated('A', 'en')]).toEqual(['', 'A'])
  })
})
