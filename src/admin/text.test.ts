import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import messages from './messages/en.json' with { type: 'json' }

/** What the key leads to: a sentence, a group of them, or undefined. */
const at = (key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], messages)

/** 'bookings.count' for `t('count')`, if the source has `const t = textOf('bookings')`; likewise `textOf('bookings')('count')`. */
function namedTexts(source: string): string[] {
  const direct = [...source.matchAll(/textOf\('(\w+)'\)\('([\w.-]+)'/g)].map(([, area, key]) => `${area}.${key}`)
  const named = [...source.matchAll(/const (\w+) = textOf\('(\w+)'\)/g)].flatMap(([, name, area]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\('([\\w.-]+)'`, 'g'))].map(([, key]) => `${area}.${key}`),
  )
  return [...direct, ...named]
}

test('the messages have every text that a screen names', () => {
  const sources = globSync('src/admin/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file))
  const named = sources.flatMap((file) => namedTexts(readFileSync(file, 'utf8')).map((key) => `${file}: ${key}`))
  expect(named.length).toBeGreaterThan(1_500)
  expect(named.filter((line) => typeof at(line.replace(/^.*: /, '')) !== 'string')).toEqual([])
})
