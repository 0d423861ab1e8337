import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
