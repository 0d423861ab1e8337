import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isRefusalCode, refusalCodes, sentenceOf, statusOf } from './refusals.ts'

const source = new URL('../', import.meta.url)
async function thrownCodes(): Promise<string[]> {
  const files = (await readdir(source, { recursive: true })).filter((name) => /^[^.]+(\.server)?\.ts$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, source), 'utf8')))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/new Refusal\(\s*'([^']+)'/g)].map((m) => m[1] ?? '')))]
}

describe('refusals', () => {
  it('have a status and a sentence wherever they are thrown', async () => {
    const codes = await thrownCodes()
    expect(codes.length).toBeGreaterThan(30)
    expect(codes.filter((code) => !isRefusalCode(code))).toEqual([])
  })
  it.each(refusalCodes)('%s reads as a sentence', (code) => {
    expect(statusOf(code)).toBeGreaterThanOrEqual(400)
    for (const facts of [{}, { retryAfter: 61, reason: 'PayPal takes no dirhams', purpose: 'payment_proof' }]) {
      expect(sentenceOf(code, facts)).toMatch(/^[A-Z].{8,}/)
      expect(sentenceOf(code, facts)).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })
  it('say in words how long to wait', () => {
    expect(sentenceOf('limit/too-many', { retryAfter: 1 })).toBe('Too many attempts. Please try again in 1 second.')
    expect(sentenceOf('limit/too-many', { retryAfter: 91 })).toBe('Too many attempts. Please try again in 2 minutes.')
  })
  it('of files say what the upload screen shows [C217, C219, C220]', () => {
    expect(sentenceOf('file/type')).toBe('Please upload a JPG, PNG, or PDF file')
    expect(sentenceOf('file/too-large')).toBe('Please upload a file smaller than 5MB')
    expect(sentenceOf('file/missing', { purpose: 'payment_proof' })).toBe('Please select a payment proof file')
    expect(sentenceOf('file/unreadable')).toBe('Failed to read file')
  })
  it('of a look-up say what was looked for [C076]', () => {
    expect(sentenceOf('catalogue/not-found', { sentence: 'Visa service not found' })).toBe('Visa service not found')
    expect(sentenceOf('catalogue/not-found', { kind: 'ticket' })).toBe('Service not found')
  })
  it('of the tracker say what the specification says [C234, C238, C239]', () => {
    expect(sentenceOf('booking/reference-missing')).toBe('Please enter your booking reference')
    expect(sentenceOf('booking/not-found')).toBe('No booking found with this reference number')
    expect(sentenceOf('booking/email-mismatch')).toBe("The email doesn't match our records for this booking")
  })
})
