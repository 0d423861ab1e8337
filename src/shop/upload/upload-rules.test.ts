import { describe, expect, test } from 'vitest'
import { maxUploadBytes, objectionOf, uploadObjection } from './upload-rules.ts'

const file = (type: string, size = 1000, name = 'proof') => ({ type, size, name })

describe('a payment proof before upload', () => {
  test('[C217] may be a JPG, PNG or PDF, and nothing else', () => {
    for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'application/pdf'])
      expect(uploadObjection(file(type), maxUploadBytes)).toBeNull()
    for (const type of ['image/gif', 'text/html', 'image/svg+xml'])
      expect(uploadObjection(file(type), maxUploadBytes)).toBe('type')
  })

  test('[C218] may be a GIF from the generic booking flow, and from nowhere else', () => {
    for (const gif of [file('image/gif'), file('', 1000, 'proof.GIF')]) {
      expect(uploadObjection(gif, maxUploadBytes, true)).toBeNull()
      expect(uploadObjection(gif, maxUploadBytes)).toBe('type')
    }
    expect(uploadObjection(file('text/html', 1000, 'proof.gif'), maxUploadBytes, true)).toBe('type')
    expect(uploadObjection(file('image/gif', maxUploadBytes + 1), maxUploadBytes, true)).toBe('size')
  })

  test('is checked by its name if the browser knows no type', () => {
    expect(uploadObjection(file('', 1000, 'scan.PDF'), maxUploadBytes)).toBeNull()
    expect(uploadObjection(file('', 1000, 'scan.exe'), maxUploadBytes)).toBe('type')
  })

  test('[C219] may have up to 5 MB and not a byte more', () => {
    expect(uploadObjection(file('image/png', 5 * 1024 * 1024), maxUploadBytes)).toBeNull()
    expect(uploadObjection(file('image/png', 5 * 1024 * 1024 + 1), maxUploadBytes)).toBe('size')
  })

  test('the server’s refusals have the same messages', () => {
    expect(
      ['file/type', 'file/too-large', 'file/missing', 'file/unreadable', 'booking/not-found'].map(objectionOf),
    ).toEqual(['type', 'size', 'none', 'unreadable', null])
  })
})
