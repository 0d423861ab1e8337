import { describe, expect, it } from 'vitest'
import { foreignWords, isMessage, mapMessageValues, messagesOf, sayWith } from './messages.ts'

const text = messagesOf<{ form: { title: string; required: string } }>('services/tour')
const say = sayWith((key, values) => (key.includes('title') ? 'Title' : `${key} ${JSON.stringify(values)}`))

describe('a message reference', () => {
  it('names the room, the key and the values', () => {
    expect(say(text('form.required', { max: 4 }))).toBe('services/tour.form.required {"max":4}')
  })
  it('resolves the references within its values', () => {
    expect(say(text('form.required', { label: text('form.title') }))).toBe(
      'services/tour.form.required {"label":"Title"}',
    )
  })
  it('is never typed text, which comes back unchanged', () => {
    expect([isMessage('Two nights'), say('Two nights'), say('')]).toEqual([false, 'Two nights', ''])
  })
  it('comes back unchanged when it is broken or names no message', () => {
    expect(say('\u001fa\u001f{')).toBe('\u001fa\u001f{')
    expect(sayWith(() => null)(text('form.title'))).toBe(text('form.title'))
  })
  it('cannot be forged by words from outside', () => {
    expect(isMessage(foreignWords(text('form.title')))).toBe(false)
    expect(foreignWords('Card declined')).toBe('Card declined')
  })
  it('keeps its key while its values are changed', () => {
    const change = (value: string) => value.toUpperCase()
    const nested = text('form.required', { max: 4, name: 'a', label: text('form.required', { name: 'b' }) })
    const changed = text('form.required', { max: 4, name: 'A', label: text('form.required', { name: 'B' }) })
    expect(mapMessageValues(nested, change)).toBe(changed)
    expect(mapMessageValues(text('form.title'), change)).toBe(text('form.title'))
  })
})
