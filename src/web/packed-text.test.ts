import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { matchesEtag, packText, pickEncoding } from './packed-text.server.ts'

describe('a packed text', () => {
  const text = '<p>Tours and tickets</p>'.repeat(2_000)

  it('is the same in every encoding, and packed with gzip once, when somebody asks for it', async () => {
    const packed = await packText(text)
    expect(packed.size).toBe(text.length)
    expect(brotliDecompressSync(await packed.in('br')).toString()).toBe(text)
    expect(String(await packed.in('identity'))).toBe(text)
    const zipped = packed.in('gzip')
    expect(zipped).toBeInstanceOf(Promise)
    expect(gunzipSync(await zipped).toString()).toBe(text)
    expect(packed.in('gzip')).toBe(zipped)
  })

  it('counts the memory of all encodings', async () => {
    const packed = await packText(Array.from({ length: 4_000 }, (_, n) => `<p>Tour ${n * 7_919}</p>`).join(''))
    const all = await Promise.all((['br', 'gzip', 'identity'] as const).map((encoding) => packed.in(encoding)))
    const real = all.reduce((sum, { length }) => sum + length, 0)
    expect(packed.bytes / real).toBeGreaterThan(0.9)
    expect(packed.bytes / real).toBeLessThan(1.1)
  })

  it('has the etag of its content', async () => {
    const [one, again, other] = await Promise.all(['x', 'x', 'y'].map(packText))
    expect(one?.etag).toBe(again?.etag)
    expect(other?.etag).not.toBe(one?.etag)
  })
})

describe('the accepted encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['brotli', 'identity'],
  ] as const)('%s -> %s', (accept, expected) => {
    expect(pickEncoding(accept)).toBe(expected)
  })
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"b"', false],
    [undefined, false],
  ])('If-None-Match %s', (header, expected) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(expected)
  })
})
