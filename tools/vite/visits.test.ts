import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { visitsOf } from './visits.ts'

const root = path.join(import.meta.dirname, '../..')
const shop = (name: string) => `src/shop/${name}`
const kind = (name: string, ...files: readonly string[]) => files.map((file) => `src/services/${name}/${file}`)
const all = [
  ...['home', 'service-list', 'service-detail', 'contact'].map((name) => shop(`${name}/page.tsx`)),
  ...['frame/late-parts.tsx', 'frame/menu-drawer.tsx', 'booking-form/availability.tsx'].map(shop),
  ...kind('tour', 'shop.tsx', 'rules.ts'),
  ...kind('visa', 'shop.tsx', 'rules.ts', 'form.tsx'),
]
const visitsTo = (page: string) => visitsOf(all).filter(({ roots }) => roots.includes(shop(`${page}/page.tsx`)))

test('a page is shown with its own files, and fetches the late ones once it is alive', () => {
  const [shown, alive] = visitsTo('contact').map(({ roots }) => roots)
  expect(shown).toEqual([shop('entry-client.ts'), shop('contact/page.tsx')])
  expect(alive).toContain(shop('frame/late-parts.tsx'))
  expect(alive).not.toContain(shop('booking-form/availability.tsx'))
})

test('home shows cards of all kinds, a detail page is of one', () => {
  expect(visitsTo('home')[0]?.roots).toEqual(
    expect.arrayContaining([...kind('tour', 'shop.tsx'), ...kind('visa', 'shop.tsx')]),
  )
  const details = visitsTo('service-detail').map(({ roots }) =>
    roots.filter((file) => file.startsWith('src/services/')),
  )
  expect(details).toContainEqual(kind('visa', 'shop.tsx', 'rules.ts', 'form.tsx'))
  expect(details).toContainEqual(kind('tour', 'shop.tsx', 'rules.ts'))
})

test('what only a tap fetches counts little', () => {
  const [tap, ...others] = visitsOf(all).filter(({ roots }) => roots.includes(shop('frame/menu-drawer.tsx')))
  expect(others).toEqual([])
  expect(tap?.weight).toBeLessThan(visitsTo('contact')[0]?.weight ?? 0)
})

test('all files that visits name exist', () => {
  const existing = new Set(globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(path.sep).join('/')))
  expect(visitsOf(all).flatMap(({ roots }) => roots.filter((file) => !existing.has(file)))).toEqual([])
})
