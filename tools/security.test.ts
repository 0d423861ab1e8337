import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultSettings } from '../src/modules/settings/index.ts'

// docs/security.md and docs/rules/limits.md must stay true: they must not cite a test that has gone.
const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => /^\| V\d/.test(line))
const cited = /`([^`]+\.(?:test|e2e)\.tsx?)`(?: "([^"]+)")?/g

test('each requirement of the ASVS table is listed once, with a test or a gap', () => {
  const ids = rows.map((row) => row.split(' ')[1])
  expect(ids.length).toBeGreaterThan(190)
  expect(new Set(ids).size).toBe(ids.length)
  for (const row of rows) expect(row).toMatch(/\.(test|e2e)\.tsx?`|\*\*Gap:\*\* \S/)
})

test.each([...new Set([...page.matchAll(cited)].map(([, file = '']) => file))])(
  '%s exists, with the cited tests',
  (file) => {
    expect(existsSync(file)).toBe(true)
    const source = readFileSync(file, 'utf8')
    const titles = [...page.matchAll(cited)].flatMap(([, each, title]) => (each === file && title ? [title] : []))
    for (const title of titles) expect(source, title).toContain(title)
  },
)

test('the page of limits names the defaults of the settings', () => {
  const limits = readFileSync(new URL('../docs/rules/limits.md', import.meta.url), 'utf8')
  const named = [...limits.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, key = '', value]) => [key, Number(value)])
  expect(named.length).toBeGreaterThan(10)
  for (const [key, value] of named)
    expect([key, defaultSettings[key as keyof typeof defaultSettings]]).toEqual([key, value])
  const limiting = Object.keys(defaultSettings).filter((key) => /_per_|_unchecked$/.test(key))
  expect(named.map(([key]) => key)).toEqual(expect.arrayContaining(limiting))
})

test('every package comes from the registry, with a checksum', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
  }
  const packages = Object.entries(lock.packages).filter(([name]) => name !== '')
  expect(packages.length).toBeGreaterThan(100)
  for (const [name, { version, resolved, integrity }] of packages) {
    // The lock file may leave out addresses of the registry.
    if (resolved !== undefined) expect(resolved, name).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    expect([name, version, integrity]).toEqual([name, expect.any(String), expect.stringMatching(/^sha512-/)])
  }
})
