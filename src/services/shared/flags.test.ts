import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryOptionsIn } from './country-options.ts'
import { flagOf } from './flags.ts'

const drawings = new URL('../../../node_modules/country-flag-icons/3x2/', import.meta.url)
const hasFile = (address: string | null): boolean =>
  address !== null && existsSync(new URL(address.replace('/flags/', '').replace('.webp', '.svg'), drawings))

describe('the flag of a country', () => {
  it.each([
    ['United Arab Emirates', 'AE'],
    [' united  arab emirates ', 'AE'],
    ['UAE', 'AE'],
    ['Saudi Arabia', 'SA'],
    ['KSA', 'SA'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Côte d’Ivoire', 'CI'],
    ['Schengen Area', 'EU'],
    ['Hong Kong', 'HK'],
  ])('%s is %s', (name, code) => {
    expect(flagOf(name)).toBe(`/flags/${code}.webp`)
  })
  it('exists for every country that the shop names', () => {
    expect(countryOptionsIn('en').filter(({ label }) => !hasFile(flagOf(label)))).toEqual([])
    for (const name of ['UAE', 'Schengen', 'UK', 'Macau']) expect(hasFile(flagOf(name)), name).toBe(true)
  })
  it.each(['', 'Atlantis', null, 5, 'x'.repeat(10_000), '__proto__', 'constructor'])('is none for %j', (name) => {
    expect(flagOf(name)).toBeNull()
  })
  it('is none or a file, whatever is written', () => {
    fc.assert(fc.property(fc.string(), (name) => flagOf(name) === null || hasFile(flagOf(name))))
  })
})
