import { describe, expect, test } from 'vitest'
import {
  hasParts,
  kindsMeant,
  type Part,
  partsHeld,
  partsOfKinds,
  queryOf,
  readParts,
  singularOf,
  vocabularyOf,
  wordsOf,
  wordsWithin,
} from './words.ts'

const vocabulary = vocabularyOf({
  synonyms: ['mecca, makkah; uae, emirates, united arab emirates', 'mall, shopping centre\nindia, indian'],
  kinds: [
    { key: 'visa', words: 'visa,visas,entry permit' },
    { key: 'transfer', words: 'transfer,transfers,airport,airport transfer' },
    { key: 'ok_to_board', words: 'ok to board' },
    { key: 'umrah', words: 'umrah,umra,mecca' },
  ],
  ignored: 'in, to, the',
})
const parts = (query: string) => readParts(query, vocabulary)
const query = (typed: string) => queryOf(parts(typed), true)

describe('words of a text', () => {
  test.each([
    ['Burj Al-Arab, Dubai!', ['burj', 'al', 'arab', 'dubai']],
    ['Café Señor', ['cafe', 'senor']],
    ["Sa'i & Tawaf", ['sa', 'i', 'tawaf']],
    ['رحلة إلى دبي؟', ['رحله', 'الي', 'دبي']],
    ['दुबई यात्रा।', wordsOf('दुबई यात्रा')],
    ['  ', []],
    [`'x':* | !y & (z) <-> \\`, ['x', 'y', 'z']],
    ['2026 30-day', ['2026', '30', 'day']],
  ])('of %j are %j', (text, words) => expect(wordsOf(text)).toEqual(words))

  test('keep Hindi and Arabic letters', () => {
    expect(wordsOf('दुबई यात्रा')).toHaveLength(2)
    expect(wordsOf('أبوظبي')).toHaveLength(1)
  })

  test('are at most 40 characters long, never half a character', () => {
    expect(wordsOf('😀'.repeat(60))).toEqual(['😀'.repeat(40)])
  })
})

describe('singulars', () => {
  test.each([
    ['tours', 'tour'],
    ['cities', 'city'],
    ['beaches', 'beach'],
    ['bus', 'bus'],
    ['glass', 'glass'],
    ['visas', 'visa'],
    ['دبي', 'دبي'],
    ['30s', '30s'],
  ])('of %s: %s', (word, singular) => expect(singularOf(word)).toBe(singular))
})

describe('parts of a search', () => {
  test('a word matches by its start, and by its singular', () => {
    expect(query('safaris')).toBe(`(('safaris':*) | ('safari':*))`)
  })

  test('a single letter matches whole words only', () => {
    expect(query('a')).toBe(`(('a'))`)
  })

  test('every part must match', () => {
    expect(query('desert dubai')).toBe(`(('desert':*)) & (('dubai':*))`)
  })

  test('a name of a kind finds all its items', () => {
    expect(query('visa')).toBe(`(('visa':*) | '=visa')`)
    expect(query('visas')).toContain(`'=visa'`)
    expect(query('airport')).toContain(`'=transfer'`)
  })

  test('the last word may be an unfinished name of a kind, from three letters on', () => {
    expect(query('airp')).toContain(`'=transfer'`)
    expect(query('ai')).not.toContain('=')
    expect(query('airp dubai')).not.toContain('=')
  })

  test('phrases are read as a whole, the longest first', () => {
    expect(parts('airport transfer dubai').map(({ typed }) => typed)).toEqual([['airport', 'transfer'], ['dubai']])
    expect(query('united arab emirates')).toBe(
      `(('united':* & 'arab':* & 'emirates':*) | ('united':* & 'arab':* & 'emirate':*) | ('uae':*) | ('emirates':*))`,
    )
  })

  test('synonyms find each other', () => {
    expect(query('makkah')).toContain(`('mecca':*)`)
    expect(query('mall')).toContain(`('shopping':* & 'centre':*)`)
    expect(query('indian')).toContain(`('india':*)`)
  })

  test('small words are left out, unless there are no others', () => {
    expect(parts('hotels in the dubai').map(({ typed }) => typed[0])).toEqual(['hotels', 'dubai'])
    expect(parts('the').map(({ typed }) => typed[0])).toEqual(['the'])
  })

  test('small words stay within a phrase', () => {
    expect(query('ok to board')).toContain(`'=ok_to_board'`)
  })

  test('at most eight words count', () => {
    expect(parts(Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(' '))).toHaveLength(8)
  })

  test('operators of tsquery are no words', () => {
    expect(query(`a' | 'b':* & !(c) <-> \\`)).toBe(`(('a')) & (('b')) & (('c'))`)
  })

  test('nothing typed is nothing searched', () => {
    expect(parts(' ?!')).toEqual([])
  })
})

describe('kinds that a search means', () => {
  test.each([
    ['visa', ['visa']],
    ['airport transfers', ['transfer']],
    ['visa dubai', []],
    ['umrah mecca', ['umrah']],
    ['desert', []],
  ])('%j: %j', (typed, kinds) => expect(kindsMeant(parts(typed))).toEqual(kinds))

  test('the list of a kind is searched for the other words only', () => {
    expect(wordsWithin(parts('visa dubai'), 'visa')).toBe('dubai')
    expect(wordsWithin(parts('visa dubai'), 'tour')).toBe('visa dubai')
    expect(wordsWithin(parts('airport'), 'transfer')).toBe('')
  })
})

describe('parts that the found items have', () => {
  const namesOf = (of: readonly Part[]) => of.map(({ typed }) => typed.join(' '))
  const held = (typed: string, bits: number) => namesOf(partsHeld(parts(typed), bits))
  test.each([
    ['desert dubai', 0b11, ['desert', 'dubai']],
    ['desert dubai cheap', 0b11, ['desert', 'dubai']],
    ['cheap desert', 0b10, ['desert']],
    ['a1 b2 c3 d4 e5 f6 g7 h8', 0b1000_0001, ['a1', 'h8']],
    ['united arab emirates cheap', 0b1, ['united arab emirates']],
  ])('%j, %j: %j', (typed, bits, expected) => expect(held(typed, bits)).toEqual(expected))

  test('parts that mean a kind are told from others', () => {
    expect(namesOf(partsOfKinds(parts('cheap ok to board')))).toEqual(['ok to board'])
    expect(partsOfKinds(parts('cheap desert'))).toEqual([])
  })
})

describe('texts of our own', () => {
  const words = wordsOf('Privacy policy: how we keep your passport')
  test.each([
    ['privacy', true],
    ['passports', true],
    ['priv', true],
    ['keep privacy', true],
    ['visa', false],
    ['', false],
  ])('have %j: %s', (typed, has) => expect(hasParts(words, parts(typed))).toBe(has))
})
