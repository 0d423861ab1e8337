import { describe, expect, it } from 'vitest'
import { groupsOf, recoveryCodeOf } from './rules.ts'
import { appAddress, codeOf, inBase32, stepAt, stepOfCode } from './totp.server.ts'

// Key and codes of RFC 6238, appendix B (SHA-1): the last six of its eight digits.
const key = Buffer.from('12345678901234567890')

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is the code of RFC 6238', (seconds, code) => {
    const now = new Date(seconds * 1000)
    expect(codeOf(key, stepAt(now))).toBe(code)
    expect(stepOfCode(key, code, now, null)).toBe(Math.floor(seconds / 30))
  })

  it('is accepted up to half a minute early or late', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    const at = (seconds: number) => codeOf(key, stepAt(new Date(now.getTime() + seconds * 1000)))
    const taken = [-60, -30, 0, 30, 60].map((seconds) => stepOfCode(key, at(seconds), now, null) !== null)
    expect(taken).toEqual([false, true, true, true, false])
  })

  it('is accepted once, and no earlier code after it', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    const step = stepAt(now)
    expect(stepOfCode(key, codeOf(key, step), now, step)).toBeNull()
    expect(stepOfCode(key, codeOf(key, step - 1), now, step)).toBeNull()
    expect(stepOfCode(key, codeOf(key, step + 1), now, step)).toBe(step + 1)
  })

  it.each(['', '28708', '2870821', '28708a', '２８７０８２'])('must have six digits: %o', (code) => {
    expect(stepOfCode(key, code, new Date(59_000), null)).toBeNull()
  })
})

describe('the secret', () => {
  it('is written in base32, in groups of four', () => {
    expect(inBase32(key)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(inBase32(Buffer.from('f'))).toBe('MY')
    expect(groupsOf('GEZDGNBVGY')).toBe('GEZD GNBV GY')
  })
  it('is in the otpauth address with the shop and the account, whatever their names', () => {
    const address = new URL(appAddress(key, 'Safar: Dubai & Co', 'asha+1@example.com'))
    expect(decodeURIComponent(address.pathname)).toBe('/Safar  Dubai & Co:asha+1@example.com')
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret: inBase32(key), issuer: 'Safar  Dubai & Co' })
  })
})

it('a recovery code may be typed with spaces, hyphens and capitals', () => {
  for (const typed of ['abcde-fgh23', ' ABCDE FGH23 ', 'abcdefgh23']) expect(recoveryCodeOf(typed)).toBe('abcdefgh23')
  for (const typed of ['abcde-fgh2', 'abcde-fgh2l', '287082', '']) expect(recoveryCodeOf(typed)).toBeNull()
})
