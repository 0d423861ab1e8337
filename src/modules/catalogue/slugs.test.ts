import { describe, expect, it, vi } from 'vitest'
import { type Owners, pickSlugs, type SlugRequest, slugsToAsk } from './slugs.ts'

const made = (id: string, wanted: string): SlugRequest => ({ id, before: null, asked: undefined, wanted })
const typed = (id: string, asked: string, before: string | null = null): SlugRequest => ({
  id,
  before,
  asked,
  wanted: 'x',
})
const ownersOf = (slugs: Readonly<Record<string, string>>): Owners => {
  const known = new Map(Object.entries(slugs))
  const every = { get: (slug: string) => known.get(slug) ?? null } as unknown as Owners
  return every
}
const picked = (requests: readonly SlugRequest[], slugs: Readonly<Record<string, string>> = {}) =>
  pickSlugs(requests, ownersOf(slugs)).slugs

describe('slugs of several items', () => {
  it('are chosen one by one: equal names get the next free number', () => {
    expect(picked([made('a', 'dhow'), made('b', 'dhow'), made('c', 'dhow-2')])).toEqual(['dhow', 'dhow-2', 'dhow-2-2'])
    expect(picked([made('c', 'dhow-2'), made('a', 'dhow'), made('b', 'dhow')])).toEqual(['dhow-2', 'dhow', 'dhow-3'])
    expect(picked([made('a', 'dhow'), made('b', 'dhow')], { dhow: 'z', 'dhow-3': 'z' })).toEqual(['dhow-2', 'dhow-4'])
  })

  it('are refused when typed and used by another item, also in the same batch', () => {
    expect(picked([typed('a', 'dhow')], { dhow: 'z' })).toEqual([null])
    expect(picked([typed('a', 'dhow'), typed('b', 'dhow')])).toEqual(['dhow', null])
    expect(picked([made('a', 'dhow'), typed('b', 'dhow')])).toEqual(['dhow', null])
    expect(picked([typed('a', 'dhow', 'boat')], { dhow: 'a', boat: 'a' })).toEqual(['dhow'])
  })

  it('stay, without a query, when nothing else was typed', () => {
    const requests = [typed('a', 'boat', 'boat'), { ...made('b', 'dhow'), before: 'ship' }]
    expect(pickSlugs(requests, new Map())).toEqual({ slugs: ['boat', 'ship'], assumed: [] })
  })

  it('list the ones that were assumed to be free', () => {
    const owners = new Map([['dhow', 'z']])
    const { assumed } = pickSlugs([made('a', 'dhow'), typed('b', 'boat')], owners)
    expect(assumed).toEqual([
      { slug: 'dhow-2', name: 'dhow' },
      { slug: 'boat', name: 'boat' },
    ])
    expect(slugsToAsk(assumed, 3)).toEqual(['dhow-2', 'dhow-3', 'dhow-4', 'boat', 'boat-2', 'boat-3'])
    expect(slugsToAsk([{ slug: 'dhow', name: 'dhow' }], 2)).toEqual(['dhow', 'dhow-2'])
  })

  it('try each number of a name once, however many are taken or wanted', () => {
    const taken = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [n === 0 ? 'dhow' : `dhow-${n + 1}`, 'z']),
    )
    const look = vi.fn(ownersOf(taken).get)
    const counted = { get: look } as unknown as Owners
    const requests = Array.from({ length: 200 }, (_, n) => made(`item ${n}`, 'dhow'))
    expect(pickSlugs(requests, counted).slugs.at(-1)).toBe('dhow-10200')
    expect(look.mock.calls.length).toBeLessThanOrEqual(10_200 + 200)
    const assumed = requests.map((_, n) => ({ slug: `dhow-${n + 2}`, name: 'dhow' }))
    expect(slugsToAsk(assumed, 4)).toEqual(Array.from({ length: 203 }, (_, n) => `dhow-${n + 2}`))
  })
})
