import { expect, it } from 'vitest'
import { sentenceWithoutSecrets, withoutSecrets } from './secrets.ts'

const secrets = { api_secret: 'sk_test_4eC39', webhook_secret: 'whsec/x+1', short: 'ab', long: 'sk_test_4eC39HqLyj' }

it('takes every stored secret out of what a supplier says, the longer one first', () => {
  expect(withoutSecrets('Invalid key sk_test_4eC39HqLyj, or sk_test_4eC39', secrets)).toBe('Invalid key •••, or •••')
  expect(withoutSecrets('bad whsec%2Fx%2B1 in whsec/x+1', secrets)).toBe('bad ••• in •••')
})

it('takes out what was sent as a credential, whatever it was', () => {
  expect(withoutSecrets('sent Authorization: Basic cnpwOnNr== to us', {})).toBe('sent Authorization: Basic ••• to us')
})

it('leaves words that only look like a very short secret', () => {
  expect(withoutSecrets('about tabs', secrets)).toBe('about tabs')
})

it('hides each word of a secret that has several, such as a key with its name', () => {
  expect(withoutSecrets('key MIIEpAIBAAKCAQEA was refused', { key: '-----BEGIN-----\nMIIEpAIBAAKCAQEA\n' })).toBe(
    'key ••• was refused',
  )
})

it('makes one line of at most 300 characters of it', () => {
  expect(sentenceWithoutSecrets(' no\n\u0000 way ', {})).toBe('no way')
  expect([...sentenceWithoutSecrets('é'.repeat(400), {})]).toHaveLength(300)
})
