import { describe, expect, test } from 'vitest'
import { largestUpload, objectionOf, uploadObjection } from './upload-rules.ts'

const file = (type: string, size = 1000, name = 'proof') => ({ type, size, name })

describe('a proof before it is sent', () => {
  test('[C217] may be a JPG, PNG or PDF, and nothing else', () => {
    for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'application/pdf'])
      expect(uploadObjection(file(type), largestUpload)).toBeNull()
    for (const type of ['image/gif', 'text/html', 'image/svg+xml'])
      expect(uploadObjection(file(type), largestUpload)).toBe('type')
  })

  test('[C218] may be a GIF from the generic booking flow, and from nowhere else', () => {
    for (const gif of [file('image/gif'), file('', 1000, 'proof.GIF')]) {
      expect(uploadObjection(gif, largestUpload, true)).toBeNull()
      expect(uploadObjection(gif, largestUpload)).toBe('type')
    }
    expect(uploadObjection(file('text/html', 1000, 'proof.gif'), largestUpload, true)).toBe('type')
    expect(uploadObjection(file('image/gif', largestUpload + 1), largestUpload, true)).toBe('size')
  })

  test('is judged by its name where the browser knows no type', () => {
    expect(uploadObjection(file('', 1000, 'scan.PDF'), largestUpload)).toBeNull()
    expect(uploadObjection(file('', 1000, 'scan.exe'), largestUpload)).toBe('type')
  })

  test('[C219] may have 5 MB and not a byte more', () => {
    expect(uploadObjection(file('image/png', 5 * 1024 * 1024), largestUpload)).toBeNull()
    expect(uploadObjection(file('image/png', 5 * 1024 * 1024 + 1), largestUpload)).toBe('size')
  })

  test('the server’s refusals have the same words', () => {
    expect(
      ['file/type', 'file/too-large', 'file/missing', 'file/unreadable', 'booking/not-found'].map(objectionOf),
    ).toEqual(['type', 'size', 'none', 'unreadable', null])
  })
})
