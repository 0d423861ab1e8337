import { expect, test } from 'vitest'
import { type IsFree, roomFor } from './free-place.ts'

const box = { left: 12, right: 180, top: 600, bottom: 644 }
/** Something precious from `left` to `right`. */
const taken =
  (left: number, right: number): IsFree =>
  (at) =>
    at.right <= left || right <= at.left

test.each([
  ['label', 'at the top of a free page', taken(300, 360), 0, false],
  ['icon', 'once the page is scrolled', taken(300, 360), 200, false],
  ['icon', 'where the label would cover a button', taken(100, 200), 0, false],
  ['none', 'where the icon would cover a button, too', taken(20, 200), 0, false],
  ['none', 'on a page that is scrolled to a heading', taken(20, 60), 200, false],
  ['icon', 'at the right edge of a mirrored page', taken(0, 100), 200, true],
  ['none', 'on a button at the right edge of a mirrored page', taken(150, 200), 200, true],
] as const)('shows %s %s [C031, C032]', (room, _when, isFree, scrolled, isMirrored) => {
  expect(roomFor({ box, isMirrored, scrolled }, isFree)).toBe(room)
})
