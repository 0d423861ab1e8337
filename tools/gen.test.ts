import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '../src/kernel/language.ts'
import { generate } from './gen.ts'
import { reportOn } from './messages/report.ts'

// What the generator writes reads well and passes the formatter; that it sells is proven by one-folder-one-line.test.ts.

const copy = mkdtempSync(join(tmpdir(), 'safar-gen-'))
const read = (file: string): string => readFileSync(join(copy, file), 'utf8')

beforeAll(() => {
  for (const part of ['src/services', 'src/adapters/payments', 'biome.json', '.gitignore'])
    cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a kind of two words has its labels in words, its plural, and messages in every language', () => {
  expect(generate(copy, 'kind', 'river-ferry')).toBeNull()
  const door = read('src/services/river-ferry/index.ts')
  expect(door).toContain('* River Ferry: say what it owns')
  expect(door).toContain("path: 'river-ferries'")
  const { labels, booked } = JSON.parse(read('src/services/river-ferry/messages/en.json'))
  expect(labels).toMatchObject({
    singular: 'River Ferry',
    plural: 'River Ferries',
  })
  expect(booked.another).toBe('Book Another River Ferry')
  expect(read('src/services/river-ferry/text.ts')).toContain("('services/river-ferry')")
  expect(read('src/services/river-ferry/fields.ts')).toContain('type RiverFerryDetails =')
  for (const language of languages)
    expect(reportOn(join(copy, 'src'), language, { terms: [], exceptions: [] })).toMatchObject({
      faults: [],
      missing: [],
    })
})

test('a name may hold the word of the example', () => {
  expect(generate(copy, 'kind', 'river-cruise')).toBeNull()
  expect(read('src/services/river-cruise/messages/en.json')).toContain('"plural": "River Cruises"')
  expect(read('src/services/river-cruise/rules.ts')).toContain("import type { RiverCruiseDetails } from './fields.ts'")
  expect(read('src/services/river-cruise/rules.ts')).toContain("from '../../kernel/money.ts'")
})

test('the line and its import stand where the formatter wants them', () => {
  expect(generate(copy, 'provider', 'acme-pay')).toBeNull()
  expect(read('src/adapters/payments/index.server.ts')).toContain('  stripeLine,\n  acmePayLine,\n]')
  const imports = read('src/adapters/payments/index.server.ts').match(/(?<=from ')\.\/.*(?=')/g)
  expect(imports).toEqual([...(imports ?? [])].sort())
  expect(read('src/adapters/payments/acme-pay/provider.ts')).not.toMatch(/cash|our staff/i)
  expect(read('src/adapters/payments/acme-pay/text.ts')).toContain("('adapters/payments/acme-pay')")
  expect(read('src/adapters/payments/acme-pay/messages/en.json')).toContain('"label": "Acme Pay"')
})

test('a folder that is there is left as it is, and words that mean nothing are explained', () => {
  const before = read('src/services/tour/index.ts')
  expect(generate(copy, 'kind', 'tour')).toBe('src/services/tour is there already: choose another name.')
  expect(read('src/services/tour/index.ts')).toBe(before)
  for (const words of [[], ['kind'], ['kind', 'Two Words'], ['folder', 'cruise']])
    expect(generate(copy, ...words)).toMatch(/^Usage:/)
})
