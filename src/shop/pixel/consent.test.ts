import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { consentNow, keepClick, keepConsent } from './consent.ts'

/** A browser's cookies by name and domain; '' is the host alone. */
let jar: Map<string, string>
let written: string[]

function write(line: string): void {
  written.push(line)
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  const domain = attributes.find((attribute) => attribute.startsWith('Domain='))?.slice(7) ?? ''
  // Public suffixes are rejected.
  if (domain === 'example') return
  if (attributes.includes('Max-Age=0')) jar.delete(`${name} ${domain}`)
  else jar.set(`${name} ${domain}`, value)
}
const cookies = () => [...jar].map(([key, value]) => `${key.split(' ')[0]}=${value}`)

/** The shop was opened at `landing` and shows another page by now. */
function openAt(landing: string, timeOrigin = 1_700_000_000_000.4): void {
  vi.stubGlobal('location', {
    protocol: 'https:',
    hostname: 'www.shop.example',
    href: 'https://www.shop.example/tours',
  })
  vi.stubGlobal('performance', { timeOrigin, getEntriesByType: () => [{ name: `https://www.shop.example${landing}` }] })
  vi.stubGlobal('document', {
    get cookie() {
      return cookies().join('; ')
    },
    set cookie(line: string) {
      write(line)
    },
  })
}

beforeEach(() => {
  jar = new Map()
  written = []
})
afterEach(() => vi.unstubAllGlobals())

describe('the click id of an advertisement', () => {
  it('is stored at consent, also on a later page, as first seen, and not before [C323]', () => {
    openAt('/?fbclid=IwAR_x-9')
    expect(consentNow()).toBeNull()
    expect(written).toEqual([])
    keepConsent('yes')
    keepClick()
    expect(cookies()).toEqual(['safar_consent=yes', '_fbc=fb.1.1700000000000.IwAR_x-9'])
    expect(written.at(-1)).toBe('_fbc=fb.1.1700000000000.IwAR_x-9; Path=/; Max-Age=7776000; SameSite=Lax; Secure')
  })
  it('is stored once, keeps its time across documents, and is replaced by a newer one', () => {
    openAt('/?fbclid=first')
    keepClick()
    // As the pixel repeats it.
    write('_fbc=fb.1.1700000000000.first; Domain=shop.example')
    openAt('/tours?fbclid=first', 1_700_000_009_000)
    keepClick()
    openAt('/tours')
    keepClick()
    expect(new Set(cookies())).toEqual(new Set(['_fbc=fb.1.1700000000000.first']))
    openAt('/tours?fbclid=second', 1_700_000_010_000)
    keepClick()
    expect(cookies()).toEqual(['_fbc=fb.1.1700000010000.second'])
  })
})

it("a refusal deletes the pixel's cookies of the whole domain [C323]", () => {
  openAt('/?fbclid=first')
  keepClick()
  for (const name of ['_fbp', '_fbc']) write(`${name}=fb.1.1700000000000.1; Path=/; Domain=shop.example`)
  keepConsent('no')
  expect(cookies()).toEqual(['safar_consent=no'])
})
