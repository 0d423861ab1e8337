import { expect, test } from 'vitest'
import { type Suggested, suggestionsOf } from './suggestions.ts'

const link = (title: string) => ({ title, href: `/${title}`, place: '', image: null, from: null, count: null })
const item = (group: string, number: number): Suggested => ({
  ...link(`${group} ${number}`),
  group,
  group_title: group,
})
const items = (group: string, count: number) => Array.from({ length: count }, (_, at) => item(group, at + 1))
const nothing = { kinds: [], places: [], pages: [], items: [] }
const titles = (given: Partial<Parameters<typeof suggestionsOf>[0]>) =>
  suggestionsOf({ ...nothing, ...given }).map(({ title }) => title)

test('there are at most eight, grouped by kind', () => {
  expect(titles({ items: [items('tour', 6), items('ticket', 6)] })).toEqual([
    ...['tour 1', 'tour 2', 'tour 3', 'tour 4'],
    ...['ticket 1', 'ticket 2', 'ticket 3', 'ticket 4'],
  ])
})

test('each kind gets a row before another gets its second', () => {
  expect(titles({ items: [items('tour', 6), items('ticket', 1), items('visa', 1)] })).toEqual([
    ...['tour 1', 'tour 2', 'tour 3', 'tour 4', 'tour 5', 'tour 6'],
    ...['ticket 1', 'visa 1'],
  ])
})

test('kinds and places come first, pages last, two of each', () => {
  const three = ['one', 'two', 'three'].map(link)
  expect(titles({ kinds: three, places: three, pages: three, items: [items('tour', 6)] })).toEqual([
    ...['one', 'two', 'one', 'two'],
    ...['tour 1', 'tour 2'],
    ...['one', 'two'],
  ])
})

test('nothing found is nothing suggested', () => {
  expect(suggestionsOf(nothing)).toEqual([])
})
