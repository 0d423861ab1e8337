import { describe, expect, test } from 'vitest'
import { displayName, downloadName, isAllowedType, isWholePdf, sniffType } from './rules.ts'

const bytes = (...n: number[]) => new Uint8Array(n)
const text = (s: string) => new TextEncoder().encode(s)

describe('the content decides what a file is [C217]', () => {
  test.each([
    ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    ['PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'image/png'],
    ['GIF', text('GIF89a'), 'image/gif'],
    ['PDF', text('%PDF-1.7'), 'application/pdf'],
  ])('%s', (_name, content, type) => {
    expect(sniffType(content)).toBe(type)
  })
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML with a PDF further on', '<html>%PDF-1.7 startxref %%EOF'],
    ['a zip', 'PK\u0003\u0004'],
    ['ASF', '0&\u00b2u\u008ef\u00cf\u0011'],
    ['nothing', ''],
  ])('%s is none of ours', (_name, content) => {
    expect(sniffType(text(content))).toBeNull()
  })
  test('a GIF is accepted only where it is allowed [C218]', () => {
    expect(isAllowedType('image/gif', true)).toBe(true)
    expect(isAllowedType('image/gif', false)).toBe(false)
    expect(isAllowedType('image/png', false)).toBe(true)
    expect(isAllowedType(null, true)).toBe(false)
  })
  test('a PDF must be complete', () => {
    expect(isWholePdf(text('%PDF-1.4\n...\nstartxref\n9\n%%EOF\n'))).toBe(true)
    expect(isWholePdf(text('%PDF-1.4 <script>alert(1)</script>'))).toBe(false)
  })
})

describe('names', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\proof.png', 'proof.png'],
    ['a"b<c>.pdf', 'abc.pdf'],
    ['\u0000\u001f', 'file'],
    ['visa\u202egpj.exe', 'visagpj.exe'],
    ['\u2066a\u2069\u200f\u061c.pdf', 'a.pdf'],
    ['جواز سفر.pdf', 'جواز سفر.pdf'],
  ])('%j is shown as %j', (given, shown) => {
    expect(displayName(given)).toBe(shown)
  })
  test('a download has the extension of its real type', () => {
    expect(downloadName('proof.html', 'image/png')).toBe('proof.png')
    expect(downloadName('.htaccess', 'application/pdf')).toBe('file.pdf')
    expect(downloadName('old\u202efdp.exe', 'application/pdf')).toBe('oldfdp.pdf')
  })
})
