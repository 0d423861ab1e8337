import { describe, expect, it } from 'vitest'
import { countryCodes, isCountryCode } from './countries.ts'

describe('the list of countries', () => {
  it('has the 249 codes of ISO 3166, each once and with a name in every language of the shop', () => {
    expect(countryCodes).toHaveLength(249)
    expect(new Set(countryCodes).size).toBe(249)
    expect([...countryCodes].sort()).toEqual(countryCodes)
    for (const language of ['en', 'ar', 'hi', 'ur']) {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
      expect(countryCodes.filter((code) => !names.of(code))).toEqual([])
    }
  })
  it('accepts its codes and no others', () => {
    expect(['IN', 'AE', 'PK', 'GB'].every(isCountryCode)).toBe(true)
    expect(['UK', 'XX', 'in', 'EU', ''].some(isCountryCode)).toBe(false)
  })
})
