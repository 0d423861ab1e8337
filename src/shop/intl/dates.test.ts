import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longDay, shortDay, shortDayAndYear } from './dates.ts'

test('a date has one long and one short form', () => {
  expect(longDay('2026-11-21')).toBe('Saturday, 21 November 2026')
  expect(shortDay('2026-11-21')).toBe('Sat 21 Nov')
  expect(shortDayAndYear('2026-11-21')).toBe('Sat 21 Nov 2026')
})

test('no other file of the shop or of a kind formats dates', () => {
  const roots = [join(import.meta.dirname, '..'), join(import.meta.dirname, '..', '..', 'services')]
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => join(root, name))
      .filter((name) => name !== join(import.meta.dirname, 'dates.ts')),
  )
  expect(files.length).toBeGreaterThan(300)
  const own = files.filter((name) => /DateTimeFormat|toLocale(?:Date|Time)?String/.test(readFileSync(name, 'utf8')))
  expect(own).toEqual([])
})
