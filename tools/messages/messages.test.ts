import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { faultsAgainst, faultsWithin } from './compare.ts'
import { readGlossary, strayTerms, termsIn } from './glossary.ts'
import { exceptionOf, reportOn } from './report.ts'
import { shapeOf } from './shape.ts'

const seats = '{count, plural, one {# seat} other {# seats}}'
const arabicSeats =
  '{count, plural, zero {لا مقاعد} one {مقعد واحد} two {مقعدان} few {# مقاعد} many {# مقعدًا} other {# مقعد}}'
const arabic = (english: string, translated: string) => faultsAgainst(english, translated, 'ar')
const hindi = (english: string, translated: string) => faultsAgainst(english, translated, 'hi')

test('a translation with the same placeholders, all plural forms and Latin digits is right', () => {
  expect(arabic(seats, arabicSeats)).toEqual([])
  expect(hindi(seats, '{count, plural, one {# सीट} other {# सीटें}}')).toEqual([])
  expect(arabic('Hello {name}', 'مرحبًا {name}')).toEqual([])
  expect(faultsWithin(seats, 'en')).toEqual([])
})

test('a placeholder may not be missing, unknown or of another type', () => {
  expect(arabic('Hello {name}', 'مرحبًا')).toEqual(["lacks the placeholder 'name'"])
  expect(arabic('Hello', 'مرحبًا {name}')).toEqual(["has the unknown placeholder 'name'"])
  expect(arabic('Hello {name}', 'مرحبًا {name, number}')).toEqual(['uses {name} as number'])
  expect(arabic('{n, number}', '{n}')).toEqual([])
  expect(arabic(seats, '{count, number} مقعد')).toEqual([])
  expect(hindi('{n, number} of them', '{n, plural, one {# है} other {# हैं}}')).toEqual([])
})

test('Arabic has six plural forms, Hindi and Urdu two', () => {
  expect(arabic(seats, '{count, plural, one {# مقعد} other {# مقاعد}}')).toEqual([
    "{count, plural} lacks 'zero', 'two', 'few', 'many'",
  ])
  expect(hindi(seats, '{count, plural, one {# सीट} few {# सीटें} other {# सीटें}}')).toEqual([
    "{count, plural} has 'few', unknown in this language",
  ])
  expect(faultsAgainst(seats, '{count, plural, other {# نشستیں}}', 'ur')).toEqual(["{count, plural} lacks 'one'"])
  expect(faultsWithin('{count, plural, other {# seats}}', 'en')).toEqual(["{count, plural} lacks 'one'"])
})

test('a form for exact numbers stays, unless a form of the language is for this number alone', () => {
  const results = '{count, plural, =0 {No results} one {# result} other {# results}}'
  expect(arabic(results, arabicSeats)).toEqual([])
  expect(arabic(results, arabicSeats.replace('zero', '=0'))).toEqual([])
  expect(hindi(results, '{count, plural, one {# परिणाम} other {# परिणाम}}')).toEqual(["{count, plural} lacks '=0'"])
})

test('a form for several numbers shows the number where English does', () => {
  expect(hindi(seats, '{count, plural, one {एक सीट} other {# सीटें}}')).toEqual([
    "{count, plural} hides the number in 'one'",
  ])
  expect(hindi(seats, '{count, plural, =0 {कोई सीट नहीं} one {एक सीट} other {# सीटें}}')).toEqual([])
  expect(arabic(seats, arabicSeats.replace('{# مقاعد}', '{مقاعد}'))).toEqual([
    "{count, plural} hides the number in 'few'",
  ])
  expect(hindi('{n, plural, one {it} other {them}}', '{n, plural, one {इसे} other {इन्हें}}')).toEqual([])
  const nested = '{n, plural, one {{x, select, a {#} other {#}}} other {# of {x, select, a {it} other {them}}}}'
  expect(hindi('{n, plural, one {#} other {#}} {x, select, a {a} other {b}}', nested)).toContain(
    "shows a '#': it stands for a number in plurals only",
  )
})

test('a choice has the same values', () => {
  const unit = '{unit, select, date {date} other {time}}'
  expect(arabic(unit, '{unit, select, date {تاريخ} other {وقت}}')).toEqual([])
  expect(arabic(unit, '{unit, select, day {تاريخ} other {وقت}}')).toEqual([
    "{unit, select} lacks 'date'",
    "{unit, select} has the unknown 'day'",
  ])
  expect(arabic(unit, '{unit}')).toEqual(['does not choose by {unit, select}'])
})

test('a message compiles, has Latin digits, the same tags and the same edges', () => {
  expect(arabic('a {b}', 'a {b')).toEqual([expect.stringMatching(/^does not compile: /)])
  for (const digit of ['٣', '۳', '३'])
    expect(arabic('3 days', `${digit} أيام`)).toEqual(['has digits that are not Latin'])
  expect(arabic('See <b>this</b>', 'انظر <b>هذا</b>')).toEqual([])
  expect(arabic('See <b>this</b>', 'انظر هذا')).toEqual(['has other tags'])
  expect(arabic('At ', 'في')).toEqual(['begins or ends with other spaces'])
  expect(arabic('At', ' ')).toEqual(['is empty'])
})

test('the text of a message is read from all its forms, without placeholders', () => {
  expect(shapeOf('Pay {amount} for {count, plural, one {a <i>seat</i>} other {# seats}}').text.trim()).toBe(
    'Pay  for a seat  seats',
  )
})

const glossary = readGlossary(`
# Glossary
| term | en | ar | hi | ur | note |
|---|---|---|---|---|---|
| proof | proof of payment | إثبات الدفع | भुगतान का प्रमाण | ادائیگی کا ثبوت | |
| payment | payment / payments | دفعة / دفعات / الدفع | भुगतान | ادائیگی | |
| Ihram | Ihram | إحرام | इहराम | احرام | |
| home | home | الرئيسية | होम | ہوم | context: the page |
`)

test('the longest term in a text counts, as whole words', () => {
  const names = (text: string) => termsIn(text, glossary).map(({ name }) => name)
  expect(names('Upload the Proof of payment')).toEqual(['proof'])
  expect(names('Two payments, one proof of payment')).toEqual(['proof', 'payment'])
  expect(names('prepayment')).toEqual([])
  expect(names('The journey home')).toEqual([])
  expect(names('Set PAYMENT_URL or payment=cash')).toEqual([])
})

test('a term is translated by one of the forms of the glossary, with prefixes and vowel marks', () => {
  const stray = (english: string, translated: string, language = 'ar') =>
    strayTerms({ english, translated }, language, glossary).map(({ name }) => name)
  expect(stray('Your payment', 'دَفعتك: دفعة')).toEqual([])
  expect(stray('Your Ihram', 'بالإحـرام')).toEqual([])
  expect(stray('Your payment', 'سداد')).toEqual(['payment'])
  expect(stray('Your payment', 'Zahlung', 'de')).toEqual([])
})

test('a report names what is missing, extra and wrong, and accepts exceptions', () => {
  const source = mkdtempSync(path.join(tmpdir(), 'messages-'))
  onTestFinished(() => rmSync(source, { recursive: true }))
  const write = (room: string, language: string, messages: object) => {
    mkdirSync(path.join(source, room, 'messages'), { recursive: true })
    writeFileSync(path.join(source, room, 'messages', `${language}.json`), JSON.stringify(messages))
  }
  write('shop', 'en', { list: { title: 'Tours', pay: 'Your payment' } })
  write('services/tour', 'en', { labels: { one: 'Tour' } })
  write('admin', 'en', { title: 'Bookings' })
  write('admin', 'ar', {})
  write('shop', 'ar', { list: { title: 'جولات', pay: 'سداد', old: 'قديم' } })
  const report = (exceptions: string[]) => reportOn(source, 'ar', { terms: glossary, exceptions })
  expect(report([])).toEqual({
    total: 4,
    missing: [
      { room: 'admin', key: 'title', text: 'Bookings' },
      { room: 'services/tour', key: 'labels.one', text: 'Tour' },
    ],
    excused: [],
    faults: [
      { room: 'shop', key: 'list.pay', text: expect.stringContaining("translates 'payment' otherwise") },
      { room: 'shop', key: 'list.old', text: 'is not in English' },
    ],
  })
  const exception = exceptionOf({ room: 'shop', key: 'list.pay' }, 'ar', 'payment')
  expect(report([exception])).toMatchObject({ excused: [exception], faults: [{ key: 'list.old' }] })
  expect(reportOn(source, 'fr', { terms: [], exceptions: [] })).toMatchObject({ faults: [], missing: { length: 3 } })
})
