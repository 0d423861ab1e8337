import { describe, expect, test } from 'vitest'
import { refusal } from '../testing/fake-api.ts'
import { isMissing, readProblem } from './api.ts'

describe('what went wrong with a call', () => {
  test('is read from an answer of the server', () => {
    const data = {
      code: 'booking/price-changed',
      errors: [{ path: 'adults', message: 'Too many' }],
      facts: { minor: 5 },
    }
    expect(readProblem(Object.assign(new Error('The price has changed.'), { status: 409, data }))).toEqual({
      status: 409,
      code: 'booking/price-changed',
      message: 'The price has changed.',
      errors: [{ path: 'adults', message: 'Too many' }],
      facts: { minor: 5 },
    })
  })

  test('is read from a refusal in process', () => {
    expect(isMissing(refusal('catalogue/not-found'))).toBe(true)
    expect(isMissing(refusal('catalogue/unknown-kind'))).toBe(true)
    expect(isMissing(refusal('booking/invalid'))).toBe(false)
  })

  test('is no answer at all where the connection failed, and no inner words where the server did', () => {
    expect(readProblem(new TypeError('fetch failed'))).toMatchObject({ status: 0, message: '' })
    expect(readProblem(Object.assign(new Error('select * from'), { status: 500 }))).toMatchObject({ message: '' })
  })
})
