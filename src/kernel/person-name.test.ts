import { describe, expect, it } from 'vitest'
import { isPersonName, shownName } from './person-name.ts'

const names = [
  'Asha Rao',
  'J. R. R. Tolkien',
  "Seán O'Brien-Smith",
  'Mohammed bin Rashid bin Saeed Al Maktoum',
  'محمد بن راشد',
  'মোহাম্মদ',
  'نورِ جہاں',
  '李小龍',
  'Prof. Dr. Müller, Jr.',
  'Ram s/o Shyam',
  'Kanye West 3rd',
  'Md.Rahman',
  'Dr.A.P.J.Abdul Kalam',
  'Ramasamy. K',
  'राम कुमार शर्मा',
  "D'Souza-Pereira, Maria",
  'Asha Rao Jr.',
  'Alexander.',
]
const attacks = [
  'Win at evil.com now',
  'EVIL.COM',
  'dr.evil.com',
  'Rao.evil',
  'Asha\nRao',
  'http://evil.com',
  'https://evil.com/a?b=c#d',
  'www.evil.com',
  'evil．com',
  'evil。com',
  'user@evil.com',
  'Your account is closed. Call us',
  'Call +971 50 123 4567',
  'Pay now!',
  'Asha\u202emoc.live',
  'Asha\u2028Rao',
  'Asha\u200bRao',
  '<b>Asha</b>',
  '[click](evil)',
  'javascript:alert(1)',
  'one two three four five six seven eight nine ten eleven',
  'x'.repeat(101),
]

describe('the name of a person', () => {
  it.each(names)('may be %s', (name) => {
    expect(isPersonName(name)).toBe(true)
  })
  it.each(attacks)('may not be %j: a link, a sentence or control characters', (name) => {
    expect(isPersonName(name)).toBe(false)
  })
})

describe('a name in a mail', () => {
  it.each(names.filter((name) => !/\/|\.\p{L}/u.test(name)))('is shown as it is: %s', (name) => {
    expect(shownName(name)).toBe(name)
  })
  it.each(attacks)('holds nothing that a mail program makes a link: %j', (name) => {
    const shown = shownName(name)
    expect(shown).not.toMatch(
      /[\p{L}\p{N}][.．。｡][\p{L}\p{N}]|[@:/\\<>?![\]]|\d{4}|[\p{Cc}\u202a-\u202e\u2028\u2029]/u,
    )
    expect(shown.length).toBeLessThanOrEqual(60)
  })
  it('has a space after each dot, so that no mail program makes it a link', () => {
    expect(shownName('Md.Rahman')).toBe('Md. Rahman')
    expect(shownName('Dr.A.P.J.Abdul Kalam')).toBe('Dr. A. P. J. Abdul Kalam')
  })
  it('is cut after a whole word', () => {
    expect(shownName('Maximilian '.repeat(20))).toBe('Maximilian Maximilian Maximilian Maximilian Maximilian')
    expect(shownName('x'.repeat(200))).toBe('x'.repeat(60))
  })
  it('is empty when nothing is left', () => {
    expect(shownName('://')).toBe('')
  })
  it('takes no longer for a long name', () => {
    const started = performance.now()
    for (const part of ['.a', 'a.', ' ', '1', '\u202e', '/']) shownName(part.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})
