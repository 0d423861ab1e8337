import { describe, expect, it } from 'vitest'
import { cannedErrors, fillCanned, placeholdersIn, replyFault, stateOf } from './rules.ts'

const at = new Date('2026-11-21T08:00:00Z')

describe('the state of a message', () => {
  it.each([
    ['new', null, null],
    ['answered', at, null],
    ['closed', at, at],
    // A node of the version before opens a message again without knowing that it was closed.
    ['new', null, at],
  ])('is %s', (state, handled_at, closed_at) => {
    expect(stateOf({ handled_at, closed_at })).toBe(state)
  })
})

describe('a reply kept ready', () => {
  const values = { customer_name: 'Ria Sen', booking_reference: null }
  it('gets the name; a missing value leaves its placeholder', () => {
    expect(fillCanned('Dear {{customer_name}}, {{ booking_reference }}', values)).toBe(
      'Dear Ria Sen, {{ booking_reference }}',
    )
  })
  it('takes a name as text, whatever it holds', () => {
    const name = '$& {{booking_reference}} <b>'
    expect(fillCanned('{{customer_name}}!', { ...values, customer_name: name })).toBe(`${name}!`)
  })
  it('reads placeholders once each', () => {
    expect(placeholdersIn('{{a}} {{ b }} {{a}} { c } {{}}')).toEqual(['{{a}}', '{{ b }}', '{{}}'])
  })
  it('is refused without title or text, and with an unknown placeholder', () => {
    const paths = (title: string, text: string) => cannedErrors({ title, text }).map(({ path }) => path)
    expect(paths('Hours', 'Dear {{ customer_name }}, {{booking_reference}}')).toEqual([])
    expect(paths('', '')).toEqual(['title', 'text'])
    expect(paths('Hours', 'Dear {{name}}')).toEqual(['text'])
  })
  it('reads a hostile text in no time', () => {
    const started = performance.now()
    for (const piece of ['{{', '{{ ', '{{a', '}}', ' ']) placeholdersIn(piece.repeat(5_000))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('a reply', () => {
  it.each([
    ['Yes, after Eid.', null],
    [' \n ', 'reply.missing'],
    ['Dear {{customer_name}}', 'reply.placeholder'],
  ])('%j: %s', (words, fault) => {
    const message = replyFault(words)
    if (fault === null) expect(message).toBeNull()
    else expect(message).toContain(fault)
  })
})
