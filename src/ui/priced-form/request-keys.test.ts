import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryKeys, requestKey } from './request-keys.ts'

describe('the idempotency key of a request', () => {
  test('is the same for the same request, also after others in between', () => {
    const keys = memoryKeys()
    const first = requestKey(keys, { name: 'Asha' })
    const second = requestKey(keys, { name: 'Ravi' })
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toBe(first)
    expect(requestKey(keys, { name: 'Asha' })).toBe(first)
    expect(requestKey(keys, { name: 'Ravi' })).toBe(second)
  })

  test('one body never gets two keys, and one key never stands for two bodies', () => {
    const bodies = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(bodies, (requests) => {
        const keys = memoryKeys()
        const pairs = requests.map((request) => `${request} ${requestKey(keys, { request })}`)
        const isOneToOne = (half: 0 | 1) =>
          new Set(pairs.map((pair) => pair.split(' ')[half])).size === new Set(pairs).size
        expect([isOneToOne(0), isOneToOne(1)]).toEqual([true, true])
      }),
    )
  })

  test('a store that was tampered with is read as empty', () => {
    for (const stored of [null, 'x', [{ body: 1 }], [null]]) {
      const written: unknown[] = []
      const key = requestKey({ read: () => stored, write: (kept) => written.push(kept) }, { name: 'Asha' })
      expect(written).toEqual([[{ body: '{"name":"Asha"}', key }]])
    }
  })
})
