import { expect, it } from 'vitest'
import { text } from '../../text.ts'
import { sentenceWithoutSecrets, withoutSecrets } from './secrets.ts'

const secrets = { api_secret: 'sk_test_4eC39', webhook_secret: 'whsec/x+1', short: 'ab', long: 'sk_test_4eC39HqLyj' }

it('removes every stored secret from a text, the longest first', () => {
  expect(withoutSecrets('Invalid key sk_test_4eC39HqLyj, or sk_test_4eC39', secrets)).toBe('Invalid key •••, or •••')
  expect(withoutSecrets('bad whsec%2Fx%2B1 in whsec/x+1', secrets)).toBe('bad ••• in •••')
})

it('removes credentials after Basic and Bearer', () => {
  expect(withoutSecrets('sent Authorization: Basic cnpwOnNr== to us', {})).toBe('sent Authorization: Basic ••• to us')
})

it('keeps words that equal a very short secret', () => {
  expect(withoutSecrets('about tabs', secrets)).toBe('about tabs')
})

it('hides each word of a secret with several words', () => {
  expect(withoutSecrets('key MIIEpAIBAAKCAQEA was refused', { key: '-----BEGIN-----\nMIIEpAIBAAKCAQEA\n' })).toBe(
    'key ••• was refused',
  )
})

it('shortens a text to one line of 300 characters', () => {
  expect(sentenceWithoutSecrets(' no\n\u0000 way ', {})).toBe('no way')
  expect([...sentenceWithoutSecrets('é'.repeat(400), {})]).toHaveLength(300)
})

it('cleans the values of a message reference and keeps the reference', () => {
  const words = 'Invalid key "sk_test_4eC39"\nfor modules'
  const message = text('charge.currency', {
    provider: text('charge.currency', { provider: words, currency: 'AED' }),
    currency: 'USD',
  })
  const clean = 'Invalid key "•••" for modules'
  expect(sentenceWithoutSecrets(message, { ...secrets, word: 'payment' })).toBe(
    text('charge.currency', {
      provider: text('charge.currency', { provider: clean, currency: 'AED' }),
      currency: 'USD',
    }),
  )
})
