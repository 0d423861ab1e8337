import { describe, expect, it } from 'vitest'
import { clickIdOf, cookieOf, isSameClick, readConsent, visitOf } from './rules.ts'

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

describe('a click on an advertisement', () => {
  const clickAt = (search: string) => clickIdOf(new URL(`https://shop.example/tours${search}`), 1_596_403_881_668.7)
  it('is written down as the network wants it, letter by letter, and is then told with the visit', () => {
    const clickId = clickAt('?utm_source=fb&fbclid=IwAR2F4-dbP0l7Mn1IawQQ_x')
    expect(clickId).toBe('fb.1.1596403881668.IwAR2F4-dbP0l7Mn1IawQQ_x')
    const request = { cookies: `safar_consent=yes; _fbc=${clickId}`, userAgent: '', address: '' }
    expect(visitOf(request)?.clickId).toBe(clickId)
  })
  it('is none without an id, or with what is no id', () => {
    for (const search of ['', '?fbclid=', '?fbclid=a%3B%20Domain%3Dx', '?fbclid=a.b', `?fbclid=${'a'.repeat(600)}`])
      expect(clickAt(search), search).toBeNull()
  })
  it('is the same one whenever it was seen, and whatever stands behind it', () => {
    expect(isSameClick('fb.1.1596403881668.AbC', 'fb.2.1700000000000.AbC.AQIBAQAA')).toBe(true)
    expect(isSameClick('fb.1.1596403881668.AbC', 'fb.1.1596403881668.abc')).toBe(false)
    expect(isSameClick('', 'fb.1.1596403881668.abc')).toBe(false)
  })
})
