import { describe, expect, it } from 'vitest'
import { cookieOf, readConsent, visitOf } from './rules.ts'

describe('consent', () => {
  it('is what the cookie says, and nothing else is consent [C323]', () => {
    expect(readConsent('safar_currency=USD; safar_consent=yes')).toBe('yes')
    expect(readConsent('safar_consent=no')).toBe('no')
    for (const cookies of ['', 'safar_consent=', 'safar_consent=YES', 'xsafar_consent=yes', 'safar_consent=yes1'])
      expect(readConsent(cookies)).toBeNull()
    expect(cookieOf('a=1; b=x=y', 'b')).toBe('x=y')
  })
})

describe('a visit', () => {
  const request = { userAgent: 'Mozilla/5.0', address: '198.51.100.7' }
  it('is kept after consent alone [C323, A290]', () => {
    for (const cookies of ['', '_fbp=fb.1.1596403881668.1098115397', 'safar_consent=no'])
      expect(visitOf({ ...request, cookies })).toBeNull()
    expect(visitOf({ ...request, cookies: 'safar_consent=yes' })).toEqual({
      ...request,
      browserId: null,
      clickId: null,
    })
  })
  it("keeps the pixel's cookies as the pixel writes them, and no others", () => {
    const cookies = 'safar_consent=yes; _fbp=fb.1.1596403881668.1098115397; _fbc=fb.1.1596403881668.IwAR_x-9'
    expect(visitOf({ ...request, cookies })).toMatchObject({
      browserId: 'fb.1.1596403881668.1098115397',
      clickId: 'fb.1.1596403881668.IwAR_x-9',
    })
    const strange = `safar_consent=yes; _fbp=<script>; _fbc=fb.1.1596403881668.${'a'.repeat(700)}`
    expect(visitOf({ ...request, cookies: strange })).toMatchObject({ browserId: null, clickId: null })
  })
})
