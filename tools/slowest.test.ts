import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { browserTests, slowest, unitTests } from './slowest.mjs'

const root = resolve(import.meta.dirname, '..')

test('the slowest unit tests come first, and only as many as asked for', () => {
  const result = (fullName: string, duration: number | undefined) => ({ fullName, duration })
  const report = {
    testResults: [
      { name: join(root, 'src/a.test.ts'), assertionResults: [result('quick', 12), result('skipped', undefined)] },
      { name: join(root, 'src/b.test.ts'), assertionResults: [result('slow', 2_340)] },
    ],
  }
  expect(slowest('Slowest', unitTests(report), 2)).toBe(
    '\nSlowest:\n    2.3 s  src/b.test.ts: slow\n    0.0 s  src/a.test.ts: quick\n',
  )
})

test('browser tests carry the titles of their groups and the time of every try', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const group = { title: 'a group', file: 'a.e2e.ts', specs: [spec('inner', 1_000, 2_000)] }
  const report = { suites: [{ title: 'a.e2e.ts', file: 'a.e2e.ts', specs: [spec('outer', 500)], suites: [group] }] }
  expect(browserTests(report)).toEqual([
    { milliseconds: 500, file: 'tests/e2e/a.e2e.ts', title: 'outer' },
    { milliseconds: 3_000, file: 'tests/e2e/a.e2e.ts', title: 'a group inner' },
  ])
})
