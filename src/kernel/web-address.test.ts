import { expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

test.each(['https://example.com', 'HTTPS://example.com/a?b#c', '/tours', '/', '/a//b'])('%s is accepted', (typed) =>
  expect(isWebAddress(typed)).toBe(true),
)

test.each([
  'http://example.com',
  'data:text/html,x',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '//example.com',
  '/\\example.com',
  'https:///x',
  'https://a b',
  'https:\\\\example.com',
  ' https://example.com',
  'ftp://example.com',
  'blob:https://example.com',
  'tours',
])('%s is refused', (typed) => expect(isWebAddress(typed)).toBe(false))
