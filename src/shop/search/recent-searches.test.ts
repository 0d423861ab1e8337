// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetSearches, noteSearch, readSearches } from './recent-searches.ts'

const slot = 'safar-recent-searches'
beforeEach(() => localStorage.clear())

test('the newest search comes first, once, and only five stay', () => {
  for (const q of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', ' C1 ', '']) noteSearch(q)
  expect(readSearches()).toEqual(['C1', 'f1', 'e1', 'd1', 'b1'])
})

test('clearing leaves nothing in the browser', () => {
  noteSearch('visa')
  forgetSearches()
  expect(readSearches()).toEqual([])
  expect(localStorage.getItem(slot)).toBeNull()
})

test('anything else that the browser stored is ignored', () => {
  for (const stored of ['{', '{}', '"x"', JSON.stringify([null, 7, {}, '', 'visa', 'x'.repeat(500)])]) {
    localStorage.setItem(slot, stored)
    expect(readSearches()).toEqual(stored.startsWith('[') ? ['visa', 'x'.repeat(100)] : [])
  }
})
