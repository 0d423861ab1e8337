import { expect, test } from 'vitest'
import { entrySource, readAssets, starterSource } from './assets.ts'

const manifest = {
  [starterSource]: { file: 'assets/starter.js' },
  [entrySource]: { file: 'assets/shop.js', css: ['assets/shop.css'], imports: ['_frameworks.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_frameworks.js': { file: 'assets/frameworks.js', imports: ['_react.js'] },
  '_field.js': { file: 'assets/field.js', imports: ['_frameworks.js', '_field.js'] },
  'src/shop/home/page.tsx': { file: 'assets/home.js', imports: ['_frameworks.js', '_field.js', entrySource] },
}

test('a page lists its own files, without the shared ones, each after its imports', () => {
  expect(readAssets(manifest)).toEqual({
    starter: '/assets/starter.js',
    script: '/assets/shop.js',
    styles: ['/assets/shop.css'],
    shared: ['/assets/react.js', '/assets/frameworks.js'],
    parts: {
      [starterSource]: ['/assets/starter.js'],
      [entrySource]: [],
      'src/shop/home/page.tsx': ['/assets/field.js', '/assets/home.js'],
    },
  })
})

test('a build without the shop is rejected', () => {
  expect(() => readAssets({})).toThrow(entrySource)
  expect(() => readAssets({ [entrySource]: { file: 'assets/shop.js' } })).toThrow(starterSource)
})
