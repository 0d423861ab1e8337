// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { isAdminPath } from './paths.ts'
import { createAdminRouter } from './router.tsx'

it('the server knows exactly the paths of the back office’s router', () => {
  const patterns = Object.keys(createAdminRouter().routesByPath).filter((path) => path !== '/admin/$section')
  expect(patterns.length).toBeGreaterThan(25)
  for (const pattern of patterns) {
    expect(isAdminPath(pattern.replace('/{-$item}', '')), pattern).toBe(true)
    expect(isAdminPath(pattern.replace('{-$item}', 'an-item')), pattern).toBe(true)
    if (pattern !== '/admin') expect(isAdminPath(`${pattern.replace('{-$item}', 'an-item')}/more`), pattern).toBe(false)
  }
  expect(isAdminPath('/admin/nope')).toBe(false)
})
