import { describe, expect, it } from 'vitest'
import { goBack, reopen, settle, skip, skipped, start } from './places.ts'

const ids = ['a', 'b', 'c']

describe('the place in a queue', () => {
  it('moves to the next entry after a decision, and to the end after the last', () => {
    const one = settle(ids, start, 'a')
    expect(one.at).toBe(1)
    const two = settle(ids, one, 'b')
    expect(settle(ids, two, 'c').at).toBe(3)
    expect(skipped(ids, settle(ids, two, 'c'))).toBe(0)
  })
  it('skips forward and back over what is dealt with', () => {
    const second = skip(ids, start)
    const third = settle(ids, second, 'b')
    expect(third.at).toBe(2)
    expect(goBack(ids, third).at).toBe(0)
    expect(skip(ids, goBack(ids, third)).at).toBe(2)
    expect(goBack(ids, start).at).toBe(0)
  })
  it('counts what was skipped when it ends', () => {
    const end = skip(ids, settle(ids, skip(ids, start), 'b'))
    expect([end.at, skipped(ids, end)]).toEqual([3, 2])
    expect(goBack(ids, end).at).toBe(2)
  })
  it('stays when the decision came late, for an entry that was left', () => {
    const second = skip(ids, start)
    expect(settle(ids, second, 'a')).toMatchObject({ at: 1 })
  })
  it('returns to the entry of an undone decision', () => {
    const again = reopen(ids, settle(ids, start, 'a'), 'a')
    expect([again.at, skipped(ids, again)]).toEqual([0, 3])
  })
})
