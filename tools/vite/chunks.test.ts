import path from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, nameParts } from './chunks.ts'

const root = path.join(import.meta.dirname, '../..')
type Given = {
  facade?: string
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  modules?: readonly string[]
}
const chunk = (fileName: string, { facade, imports = [], dynamicImports = [], modules = [] }: Given) => ({
  fileName,
  facadeModuleId: facade ? path.join(root, facade) : null,
  imports: [...imports],
  dynamicImports: [...dynamicImports],
  moduleIds: [...(facade ? [facade] : []), ...modules].map((module) => path.join(root, module)),
  code: 'x'.repeat(40_000),
})
const entry = chunk('entry.js', {
  facade: 'src/shop/entry-client.ts',
  imports: ['base.js'],
  dynamicImports: ['home.js', 'contact.js', 'late.js'],
})
const base = chunk('base.js', { modules: ['src/ui/base.ts'] })
const home = chunk('home.js', { facade: 'src/shop/home/page.tsx', imports: ['card.js', 'base.js'] })
const contact = chunk('contact.js', { facade: 'src/shop/contact/page.tsx', imports: ['base.js'] })
const card = chunk('card.js', { modules: ['src/ui/card.tsx'], imports: ['late.js'] })
const late = chunk('late.js', { modules: ['src/shop/frame/late-parts.tsx'] })
const admin = chunk('admin.js', { facade: 'src/admin/entry.tsx', imports: ['base.js', 'screen.js'] })
const screen = chunk('screen.js', { modules: ['src/admin/screen.tsx'] })
const files = (...chunks: Parameters<typeof filesOf>[0]) => {
  const byModule = filesOf(chunks)
  return (module: string) => byModule.get(module)
}

test('a module goes with the page that needs it, and with the entry where all pages need it', () => {
  const fileOf = files(entry, base, home, contact, card, late)
  expect(fileOf('src/ui/base.ts')).toBe(fileOf('src/shop/entry-client.ts'))
  expect(fileOf('src/ui/card.tsx')).toBe(fileOf('src/shop/home/page.tsx'))
  expect(fileOf('src/shop/contact/page.tsx')).not.toBe(fileOf('src/shop/home/page.tsx'))
})

test('a lazily loaded module that a page imports as well is still fetched by the others', () => {
  const fileOf = files(entry, base, home, contact, card, late)
  expect(fileOf('src/shop/frame/late-parts.tsx')).not.toBe(fileOf('src/ui/card.tsx'))
})

test('what the back office needs too is apart, and what it alone needs is left to the bundler', () => {
  const fileOf = files(entry, base, home, contact, card, late, admin, screen)
  expect(fileOf('src/ui/base.ts')).not.toBe(fileOf('src/shop/entry-client.ts'))
  expect(fileOf('src/admin/screen.tsx')).toBeUndefined()
})

test('the manifest names lazily loaded files that are parts of a larger one', () => {
  const manifest = { '_pages.js': { file: 'pages.js' }, 'src/shop/home/page.tsx': { file: 'home.js' } }
  const pages = chunk('pages.js', { modules: ['src/shop/contact/page.tsx', 'src/ui/card.tsx'] })
  expect(nameParts(manifest, [pages, home], ['src/shop/contact/page.tsx', 'src/shop/home/page.tsx'])).toEqual({
    ...manifest,
    'src/shop/contact/page.tsx': { file: 'pages.js', src: 'src/shop/contact/page.tsx', imports: ['_pages.js'] },
  })
})
