import { describe, expect, it } from 'vitest'
import { joinIn, type ListKind } from './lists.ts'
import { joined, type MessageString, mapMessageValues, messagesOf, sayWith } from './messages.ts'

const text = messagesOf<{ form: { title: string } }>('services/tour')
const sayIn = (language: string) =>
  sayWith((key, values) => ('names' in values ? `<${values.names}>` : `[${key}]`), language)
/** Isolates as brackets, so that they are seen, without the mark of direction. */
const shown = (words: string) => words.replaceAll('\u2068', '(').replaceAll('\u2069', ')').replaceAll('\u200f', '')
const join = (language: string, kind: ListKind, items: readonly string[] = ['A', 'B', 'C']) =>
  shown(joinIn(language, items, kind))

describe('a list', () => {
  it('has commas in English, semicolons between groups, and no word before the last', () => {
    for (const language of ['en', 'en-GB', 'en-XA']) {
      expect(join(language, 'facts')).toBe('A, B, C')
      expect(join(language, 'facts', ['A', 'B'])).toBe('A, B')
      expect(join(language, 'plain')).toBe('A, B, C')
      expect(join(language, 'groups')).toBe('A; B; C')
    }
  })
  it('of facts reads as the language writes it, each fact isolated from right to left', () => {
    expect(join('ar', 'facts')).toBe('(A)، و(B)، و(C)')
    expect(join('ur', 'facts')).toBe('(A)، (B)، اور (C)')
    expect(join('hi', 'facts')).toBe('A, B, C')
  })
  it('of codes has the comma of the script only', () => {
    expect(join('ar', 'plain')).toBe('(A)، (B)، (C)')
    expect(join('ur', 'plain', ['A', 'B'])).toBe('(A)، (B)')
    expect(join('hi', 'plain')).toBe('A, B, C')
  })
  it('of groups has the semicolon of the script', () => {
    expect(join('ar', 'groups')).toBe('(A)؛ (B)؛ (C)')
    expect(join('ur', 'groups')).toBe('(A)؛ (B)؛ (C)')
    expect(join('hi', 'groups')).toBe('A; B; C')
  })
  it('begins with a mark of direction from right to left only, and not on lines of its own', () => {
    expect(
      ['ar', 'ur', 'en', 'hi'].map((language) => joinIn(language, ['A', 'B'], 'plain').startsWith('\u200f')),
    ).toEqual([true, true, false, false])
    expect([joinIn('ar', ['A'], 'plain'), joinIn('ar', ['A', 'B'], 'lines')]).toEqual(['A', 'A\nB'])
  })
  it('of one is that one, and of none empty', () => {
    for (const language of ['en', 'ar'])
      expect([join(language, 'facts', ['A']), join(language, 'plain', [])]).toEqual(['A', ''])
  })
})

describe('a reference to a list', () => {
  it('is joined in the language in which it is resolved', () => {
    const people = joined(['2 adults', '1 child'])
    expect([sayIn('en')(people), shown(sayIn('ar')(people))]).toEqual(['2 adults, 1 child', '(2 adults) و(1 child)'])
  })
  it('resolves references among its entries, and lists in lists', () => {
    const list = joined([text('form.title'), joined(['AED', 'USD'], 'plain')], 'groups')
    expect(sayIn('en')(list)).toBe('[services/tour.form.title]; AED, USD')
  })
  it('may be the value of another message', () => {
    expect(sayIn('en')(text('form.title', { names: joined(['A', 'B'], 'groups') }))).toBe('<A; B>')
  })
  it('is its only entry, and empty without any', () => {
    expect([joined(['A']), joined([])]).toEqual(['A', ''])
    expect(joined([text('form.title')])).toBe(text('form.title'))
  })
  it('keeps the order of many entries, and changes with its values', () => {
    const many = Array.from({ length: 12 }, (_, index) => `n${index}`)
    expect(sayIn('en')(joined(many))).toBe(many.join(', '))
    const changed = mapMessageValues(joined(['a', 'b']) as MessageString, (value) => value.toUpperCase())
    expect(sayIn('en')(changed)).toBe('A, B')
  })
})
