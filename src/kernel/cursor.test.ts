import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

describe('a cursor', () => {
  it('returns the encoded values, in any script', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        ),
        (values) => {
          // JSON has no negative zero.
          const wanted = values.map((value) => (Object.is(value, -0) ? 0 : value))
          expect(decodeCursor(encodeCursor(wanted))).toEqual(wanted)
        },
      ),
    )
  })
  it('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (values) => {
        expect(encodeCursor(values)).toMatch(/^[A-Za-z0-9_-]*$/)
      }),
    )
  })
  it('is null for foreign text', () => {
    const foreign = ['', 'abc', '!!', btoa('{"a":1}'), btoa('[null]'), btoa('[[1]]'), btoa('"x"')]
    expect(foreign.map(decodeCursor)).toEqual(foreign.map(() => null))
  })
  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeCursor(text) === null || Array.isArray(decodeCursor(text))))
  })
})
