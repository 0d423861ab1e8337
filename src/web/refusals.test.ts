import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { RefusalFacts } from '../kernel/refusal.ts'
import { say } from '../platform/messages.server.ts'
import { isRefusalCode, type RefusalCode, refusalCodes, statusOf } from './refusal-codes.ts'
import { sentenceOf } from './refusals.ts'

const inEnglish = (code: RefusalCode, facts?: RefusalFacts) => say(sentenceOf(code, facts))

const source = new URL('../', import.meta.url)
async function thrownCodes(): Promise<string[]> {
  const files = (await readdir(source, { recursive: true })).filter((name) => /^[^.]+(\.server)?\.ts$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, source), 'utf8')))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/new Refusal\(\s*'([^']+)'/g)].map((m) => m[1] ?? '')))]
}

describe('refusals', () => {
  it('have a status and a message wherever they are thrown', async () => {
    const codes = await thrownCodes()
    expect(codes.length).toBeGreaterThan(30)
    expect(codes.filter((code) => !isRefusalCode(code))).toEqual([])
  })
  it.each(refusalCodes)('%s has a readable message', (code) => {
    expect(statusOf(code)).toBeGreaterThanOrEqual(400)
    for (const facts of [{}, { retryAfter: 61, reason: 'PayPal takes no dirhams', purpose: 'payment_proof' }]) {
      expect(inEnglish(code, facts)).toMatch(/^[A-Z].{8,}/)
      expect(inEnglish(code, facts)).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })
  it('state how long to wait', () => {
    expect(inEnglish('limit/too-many', { retryAfter: 1 })).toBe('Too many attempts. Please try again in 1 second.')
    expect(inEnglish('limit/too-many', { retryAfter: 91 })).toBe('Too many attempts. Please try again in 2 minutes.')
  })
  it('of files have the texts of the upload screen [C217, C219, C220]', () => {
    expect(inEnglish('file/type')).toBe('Please upload a JPG, PNG, or PDF file')
    expect(inEnglish('file/too-large')).toBe('Please upload a file smaller than 5MB')
    expect(inEnglish('file/missing', { purpose: 'payment_proof' })).toBe('Please select a payment proof file')
    expect(inEnglish('file/unreadable')).toBe('Failed to read file')
  })
  it('of a lookup name what was looked for [C076]', () => {
    expect(inEnglish('catalogue/not-found', { sentence: 'Visa service not found' })).toBe('Visa service not found')
    expect(inEnglish('catalogue/not-found', { kind: 'ticket' })).toBe('Service not found')
  })
  it('of the tracker have the texts of the specification [C234, C238, C239]', () => {
    expect(inEnglish('booking/reference-missing')).toBe('Please enter your booking reference')
    expect(inEnglish('booking/not-found')).toBe('No booking found with this reference number')
    expect(inEnglish('booking/email-mismatch')).toBe("The email doesn't match our records for this booking")
  })
})
