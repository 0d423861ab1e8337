// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetViewed, noteViewed, readViewed } from './store.ts'

const slot = 'safar-recently-viewed'
const item = (n: number) => ({ href: `/tours/t-${n}`, kind: 'tour', title: `Tour ${n}`, featured_image: 'desert-1' })
beforeEach(() => localStorage.clear())

test('the newest item comes first, once, and only eight stay', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) noteViewed(item(n))
  expect(readViewed().map(({ title }) => title)).toEqual([3, 9, 8, 7, 6, 5, 4, 2].map((n) => `Tour ${n}`))
})

test('clearing the list leaves nothing in the browser', () => {
  noteViewed(item(1))
  forgetViewed()
  expect(readViewed()).toEqual([])
  expect(localStorage.getItem(slot)).toBeNull()
})

test('anything else that the browser stored is ignored', () => {
  const good = { href: '/tours/t-1', kind: 'tour', title: 'Tour 1', image: null }
  const bad = [
    null,
    7,
    {},
    { ...good, href: '//evil.example' },
    { ...good, href: 'javascript:alert(1)' },
    { ...good, title: {} },
  ]
  for (const stored of ['{', '{}', '"x"', JSON.stringify([...bad, good])]) {
    localStorage.setItem(slot, stored)
    expect(readViewed()).toEqual(stored.startsWith('[') ? [good] : [])
  }
})
