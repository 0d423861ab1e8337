import { describe, expect, it } from 'vitest'
import { startBelow } from './toast-place.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('toasts in a dialog [C339]', () => {
  const onPhone = box(12, 12, 336, 90)
  it('start below the header of a full-height drawer, also with a title of two lines', () => {
    expect(startBelow(box(36, 0, 324, 76), onPhone)).toBe(76)
    expect(startBelow(box(36, 0, 324, 104), onPhone)).toBe(104)
  })
  it('start below the header of a tall sheet that a long message would reach', () => {
    expect(startBelow(box(0, 89, 360, 76), onPhone)).toBe(165)
  })
  it('stay at the top where they do not cover the header: above a low sheet, beside a drawer at the other edge', () => {
    expect(startBelow(box(0, 400, 360, 76), onPhone)).toBeNull()
    expect(startBelow(box(0, 102, 360, 76), onPhone)).toBeNull()
    expect(startBelow(box(0, 0, 352, 76), box(644, 12, 368, 90))).toBeNull()
    expect(startBelow(undefined, onPhone)).toBeNull()
  })
})
