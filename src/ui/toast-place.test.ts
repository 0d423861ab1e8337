import { describe, expect, it } from 'vitest'
import { startBelow } from './toast-place.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('the messages in a dialog [C339]', () => {
  const onPhone = box(12, 12, 336, 90)
  it('begin below the head of a drawer that is as tall as a phone, and of one whose title takes two lines', () => {
    expect(startBelow(box(36, 0, 324, 76), onPhone)).toBe(76)
    expect(startBelow(box(36, 0, 324, 104), onPhone)).toBe(104)
  })
  it('begin below the head of a tall sheet, which a long message would reach', () => {
    expect(startBelow(box(0, 89, 360, 76), onPhone)).toBe(165)
  })
  it('stay at the top where they leave the head free: above a low sheet, beside a drawer at the other edge', () => {
    expect(startBelow(box(0, 400, 360, 76), onPhone)).toBeNull()
    expect(startBelow(box(0, 102, 360, 76), onPhone)).toBeNull()
    expect(startBelow(box(0, 0, 352, 76), box(644, 12, 368, 90))).toBeNull()
    expect(startBelow(undefined, onPhone)).toBeNull()
  })
})
