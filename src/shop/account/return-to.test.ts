import { expect, test } from 'vitest'
import { landingPath, loginHref, returnPath } from './return-to.ts'

test('[C251] sign-in leads back to the page that required it', () => {
  const search = Object.fromEntries(new URLSearchParams(loginHref('/booking-history?page=2').split('?')[1]))
  expect(returnPath(search)).toBe('/booking-history?page=2')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'and never to another site: %s',
  (returnTo) => {
    expect(returnPath({ returnTo })).toBeNull()
  },
)

test.each([
  ['/booking-history', { is_admin: false }, '/booking-history'],
  ['/admin/staff', { is_admin: true }, '/admin/staff'],
  ['/admin/staff', { is_admin: false }, '/'],
  ['//evil.example', { is_admin: true }, '/profile'],
  ['', null, '/profile'],
  ['/login?returnTo=/login', { is_admin: false }, '/profile'],
])('a user who wants %j (%o) goes to %s', (returnTo, user, target) => {
  expect(landingPath({ returnTo }, user, '/profile')).toBe(target)
})
