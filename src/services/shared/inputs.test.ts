import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import * as inputs from './inputs.ts'

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, values: readonly unknown[]) =>
  values.map((value) => schema.safeParse(value).success)

describe('an amount field', () => {
  it('accepts whole minor units from 0, and only numbers [A053]', () => {
    expect(accepts(inputs.amount(), [0, 15_000])).toEqual([true, true])
    expect(accepts(inputs.amount(), ['150', 'abc', '', null, -1, 1.5, Number.NaN, 1e14])).not.toContain(true)
  })
  it('that is optional distinguishes empty from 0 [A077, A087]', () => {
    expect([null, 0, undefined].map((value) => inputs.optionalAmount().parse(value))).toEqual([null, 0, null])
  })
})

describe('a list field', () => {
  it('has one entry per line, keeps the order, and drops blank lines [A054]', () => {
    expect(inputs.list().parse('  b\r\n\n a \n   \nc')).toEqual(['b', 'a', 'c'])
    expect(inputs.list().parse(['b', ' ', 'a '])).toEqual(['b', 'a'])
    expect(inputs.list().parse(undefined)).toEqual([])
  })
  it('rejects entries that are not text', () => {
    expect(accepts(inputs.list(), [[1], [null], { a: 1 }, 5])).not.toContain(true)
  })
})

describe('a time', () => {
  it('is accepted in 24 hours or with AM and PM, and stored as HH:mm [C171]', () => {
    const words = ['14:00', '02:00 PM', '2:00pm', '12:00 AM', '12:30 PM', '9:05', '08:00 PM']
    expect(words.map(inputs.readTime)).toEqual(['14:00', '14:00', '14:00', '00:00', '12:30', '09:05', '20:00'])
  })
  it('is rejected in any other form', () => {
    expect(['24:00', '12:60', '13:00 PM', '0:00 AM', 'noon', '', '9'].map(inputs.readTime)).toEqual(
      new Array(7).fill(null),
    )
  })
  it('appears once in the list of slots, in the order of the day', () => {
    expect(inputs.times().parse('02:00 PM\n09:00\n14:00')).toEqual(['09:00', '14:00'])
    expect(accepts(inputs.times(), [['09:00', 'noon'], ['25:00']])).toEqual([false, false])
  })
})

describe('a text field', () => {
  it('that is required rejects blank input', () => {
    expect(objections(inputs.requiredText('Airline') as never, '   ')).toEqual({ '': 'Airline is required' })
    expect(objections(inputs.requiredText('Airline') as never, undefined)).toEqual({ '': 'Airline is required' })
    expect(inputs.requiredText('Airline').parse(' Emirates ')).toBe('Emirates')
  })
  it('that is optional is empty when it is left out', () => {
    expect(inputs.line().parse(undefined)).toBe('')
    expect(accepts(inputs.line(3), ['abc', 'abcd', 5])).toEqual([true, false, false])
  })
})

describe('a picture', () => {
  it('is a name from the picture set, a path of this site or a web address, never a script', () => {
    expect(accepts(inputs.pictures(), [['desert-5', '/uploads/a.webp', 'https://example.com/a.jpg']])).toEqual([true])
    const described = ['desert-5#alt=Dunes', 'https://example.com/a.jpg#alt=Dunes']
    expect(inputs.pictures().parse(described)).toEqual(described)
    expect(inputs.pictures().safeParse([`desert-5#alt=${'a'.repeat(200)}`]).success).toBe(true)
    expect(inputs.pictures().safeParse([`desert-5#alt=${'a'.repeat(201)}`]).success).toBe(false)
    const wrong = [
      'javascript:alert(1)',
      'javascript:x#alt=Dunes',
      '#alt=Dunes',
      'JavaScript:alert(1)',
      'data:image/png;base64,xx',
      '//evil.example/x',
      'a b',
    ]
    expect(wrong.map((address) => inputs.pictures().safeParse([address]).success)).not.toContain(true)
  })
})

describe('a whole number', () => {
  it('lies within its bounds', () => {
    expect(accepts(inputs.wholeNumber(1, 365), [1, 365, 0, 366, 1.5, '7', null])).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
