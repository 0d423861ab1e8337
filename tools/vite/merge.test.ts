import { expect, test } from 'vitest'
import { mergePieces, type Piece } from './merge.ts'

const weights = [1, 1]
/** By the visits that fetch it: 'a', 'b' or 'ab'. */
const piece = (name: string, visits: string, more: Partial<Piece> = {}): Piece => ({
  ...{ name, bytes: 500, imports: [], isShared: false },
  visits: [visits.includes('a'), visits.includes('b')],
  ...more,
})
const filesOf = (...pieces: readonly Piece[]) =>
  mergePieces(pieces, weights)
    .map((names) => names.toSorted().join(' '))
    .sort()

test('pieces that the same visits fetch are one file', () => {
  expect(filesOf(piece('x', 'a', { bytes: 50_000 }), piece('y', 'a', { bytes: 50_000 }))).toEqual(['x y'])
})

test('a piece of one visit is apart from those of another', () => {
  expect(filesOf(piece('x', 'a'), piece('y', 'b'))).toEqual(['x', 'y'])
})

test('a small piece of one visit goes to a file that it fetches anyway, and a large one does not', () => {
  expect(filesOf(piece('all', 'ab'), piece('small', 'a', { bytes: 900 }))).toEqual(['all small'])
  expect(filesOf(piece('all', 'ab'), piece('large', 'a', { bytes: 1_100 }))).toEqual(['all', 'large'])
})

test('the visits that matter more decide', () => {
  const pieces = [piece('all', 'ab'), piece('large', 'a', { bytes: 1_100 })]
  expect(mergePieces(pieces, [1, 1]).length).toBe(2)
  expect(mergePieces(pieces, [2, 1]).length).toBe(1)
})

test('a piece is apart where its imports would come along', () => {
  const heavy = piece('heavy', 'a', { bytes: 5_000 })
  expect(filesOf(piece('all', 'ab'), piece('small', 'a', { imports: ['heavy'] }), heavy)).toEqual([
    'all',
    'heavy small',
  ])
})

test('what the back office uses too is apart from the shop', () => {
  expect(filesOf(piece('x', 'ab'), piece('y', 'ab', { isShared: true }))).toEqual(['x', 'y'])
})

test('no file imports one that imports it', () => {
  const apart = piece('between', 'ab', { bytes: 100, isShared: true, imports: ['last'] })
  const pieces = [piece('first', 'a', { imports: ['between'] }), apart, piece('last', 'ab', { bytes: 100 })]
  expect(filesOf(...pieces)).toEqual(['between', 'first', 'last'])
  expect(filesOf(...pieces.map((one) => ({ ...one, imports: [] })))).toEqual(['between', 'first last'])
})
