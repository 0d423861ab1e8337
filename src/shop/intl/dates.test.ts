import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longDay, shortDay } from './dates.ts'

test('a date has one long and one short form', () => {
  expect(longDay('2026-11-21')).toBe('Saturday, 21 November 2026')
  expect(shortDay('2026-11-21')).toBe('Sat 21 Nov')
})

test('no other file of the shop formats dates', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.') && name !== join('intl', 'dates.ts'),
  )
  expect(files.length).toBeGreaterThan(100)
  const own = files.filter((name) =>
    /DateTimeFormat|toLocale(?:Date|Time)?String/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(own).toEqual([])
})
