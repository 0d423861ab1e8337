import { describe, expect, it } from 'vitest'
import { extendRange, isCurrent, type RowRange, startRange, toggleRow } from './row-range.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const none = new Set<string>()
const shown = ({ selected }: RowRange) => [...selected].toSorted().join('')

describe('a row', () => {
  it('is turned on and off', () => {
    const on = toggleRow(none, 'b')
    expect(shown(on)).toBe('b')
    expect(shown(toggleRow(on.selected, 'b'))).toBe('')
  })
})

describe('a range', () => {
  it('reaches from the last row to the next, in both directions', () => {
    expect(shown(extendRange(rows, toggleRow(none, 'b'), 'd'))).toBe('bcd')
    expect(shown(extendRange(rows, toggleRow(none, 'd'), 'a'))).toBe('abcd')
  })
  it('shrinks again and turns to the other side, without rows that it had taken along', () => {
    const long = extendRange(rows, toggleRow(none, 'c'), 'e')
    expect(shown(extendRange(rows, long, 'd'))).toBe('cd')
    expect(shown(extendRange(rows, long, 'b'))).toBe('bc')
  })
  it('leaves other rows and those of other pages as they are', () => {
    const range = extendRange(rows, toggleRow(new Set(['a', 'z']), 'c'), 'd')
    expect(shown(range)).toBe('acdz')
    expect(shown(extendRange(rows, range, 'c'))).toBe('acz')
  })
  it('is turned off from a row that was turned off', () => {
    const off = toggleRow(new Set(rows), 'b')
    expect(shown(extendRange(rows, off, 'd'))).toBe('ae')
  })
  it('starts anew where its first row is on another page', () => {
    const range = extendRange(rows, toggleRow(none, 'z'), 'c')
    expect([range.anchor, shown(range)]).toEqual(['c', 'cz'])
  })
  it('starts at the focused row by keyboard, which is selected', () => {
    expect(shown(extendRange(rows, startRange(none, 'a'), 'b'))).toBe('ab')
    expect(shown(startRange(new Set(['a']), 'a'))).toBe('a')
  })
  it('ends when the selection was changed in another way', () => {
    const range = toggleRow(none, 'a')
    expect(isCurrent(range, new Set(['a']))).toBe(true)
    for (const other of [none, new Set(['b']), new Set(['a', 'b'])]) expect(isCurrent(range, other)).toBe(false)
  })
})
