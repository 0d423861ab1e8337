import { expect, test } from 'vitest'
import { loginHref, returnPath } from './return-to.ts'

test('[C251] signing in leads back to the page that asked for it', () => {
  const search = Object.fromEntries(new URLSearchParams(loginHref('/booking-history?page=2').split('?')[1]))
  expect(returnPath(search)).toBe('/booking-history?page=2')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'and never to another site: %s',
  (returnTo) => {
    expect(returnPath({ returnTo })).toBeNull()
  },
)
