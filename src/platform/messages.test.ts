import { readdirSync, readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { messagesOf } from '../kernel/messages.ts'
import { placeText } from '../kernel/text.ts'
import { messagesIn, resolveTexts, say } from './messages.server.ts'
import { pseudoMessage } from './pseudo-locale.ts'

const text = messagesOf<{ party: { adultsMin: string } }>('services/shared')

describe('the catalogues', () => {
  it('hold messages that ICU can read', () => {
    for (const message of messagesIn('en').values()) expect(() => compile(message), message).not.toThrow()
    expect(messagesIn('en').size).toBeGreaterThan(1000)
  })
  it('belong to the folder that their references name', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(^|\/)text\.ts$/.test(file),
    )
    const named = files.flatMap((file) => {
      const room = /messagesOf<typeof en>\('([^']+)'\)/.exec(readFileSync(`src/${file}`, 'utf8'))?.[1]
      return room ? [[file.replace(/\/text\.ts$/, ''), room]] : []
    })
    expect(named.length).toBeGreaterThan(8)
    for (const [folder, room] of named) expect(room).toBe(folder)
  })
})

describe('the server', () => {
  it('names the city of a time zone in the language of the reader, if it knows its name', () => {
    const names = (zone: string) =>
      (['en', 'ar', 'hi', 'ur'] as const).map((language) => say(placeText(zone), language))
    expect(names('Asia/Dubai')).toEqual(['Dubai', 'دبي', 'दुबई', 'دبئی'])
    for (const name of names('America/New_York')) expect(name).toContain('New York')
  })
  it('turns references into English, with plurals', () => {
    expect(say(text('party.adultsMin', { count: 1 }))).toBe('At least 1 adult is required')
    expect(say(text('party.adultsMin', { count: 2 }))).toBe('At least 2 adults are required')
  })
  it('resolves every reference of an answer and copies nothing else', () => {
    const kept = { at: new Date(0), list: ['Two nights'] }
    const answer = { kept, errors: [{ message: text('party.adultsMin', { count: 1 }) }] }
    const resolved = resolveTexts(answer, 'en')
    expect(resolved.errors[0]?.message).toBe('At least 1 adult is required')
    expect(resolved.kept).toBe(kept)
  })
  it('shows the pseudo-locale longer and in brackets, with values and plurals intact', () => {
    expect(say(text('party.adultsMin', { count: 2 }), 'en-XA')).toMatch(
      /^\[Áát ļééáášt 2 áádúúļtš ááŕéé ŕééqúúííŕééd\]$/,
    )
    expect(pseudoMessage('{n, plural, one {# night} other {# nights}} by <b>{name}</b>')).toBe(
      '[{n, plural, one {# ñííĝht} other {# ñííĝhtš}} býý <b>{name}</b>]',
    )
  })
})
