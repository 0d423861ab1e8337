import path from 'node:path'
import { expect, test } from 'vitest'
import { fileOf, usesOf } from './chunks.ts'

const root = path.join(import.meta.dirname, '../..')
const entry = 'src/shop/entry-client.ts'
const page = (name: string) => `src/shop/${name}/page.tsx`
const fileFor = (...users: readonly string[]) => fileOf('src/ui/part.tsx', new Set(users))

test('a module is used by each entry and lazy file whose imports reach it, also in circles', () => {
  const chunk = (
    fileName: string,
    facade: string | null,
    moduleIds: readonly string[],
    imports: readonly string[],
  ) => ({
    fileName,
    facadeModuleId: facade && path.join(root, facade),
    moduleIds: [...moduleIds],
    imports: [...imports],
  })
  const uses = usesOf([
    chunk('entry.js', entry, ['entry'], ['shared.js']),
    chunk('home.js', page('home'), ['home'], ['card.js']),
    chunk('card.js', null, ['card'], ['shared.js']),
    chunk('shared.js', null, ['shared'], ['card.js']),
  ])
  expect(Object.fromEntries([...uses].map(([id, users]) => [id, [...users]]))).toEqual({
    entry: [entry],
    home: [page('home')],
    shared: [entry, page('home')],
    card: [entry, page('home')],
  })
})

test('modules of the first load of every page are together', () => {
  expect(fileFor(entry, page('home'))).toBe('shop')
  expect(fileFor(page('home'), page('service-detail'))).toBe('shop')
})

test('a page fetches nothing that only other pages use', () => {
  const files = [
    fileFor(page('home'), page('service-list')),
    fileFor(page('service-detail'), page('service-booking')),
    fileFor(page('service-booking'), page('generic-booking')),
    fileFor(page('booking-payment'), page('booking-tracker'), page('booking-confirmation')),
  ]
  expect(new Set([...files, 'shop']).size).toBe(5)
})

test('what the back office uses too is kept apart from the shop', () => {
  const settings = 'src/admin/settings/settings.tsx'
  const users = [[entry], [page('home')], [page('service-detail')], ['src/shop/frame/late-parts.tsx']]
  for (const shop of users)
    expect(fileFor(...shop, page('contact'))).not.toBe(fileFor(...shop, page('contact'), settings))
})

test('pages, and modules of one page alone, are left to the bundler', () => {
  expect(fileOf(page('home'), new Set([page('home'), page('contact')]))).toBeNull()
  expect(fileFor(page('service-detail'))).toBeNull()
})
