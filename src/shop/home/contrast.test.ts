import { expect, test } from 'vitest'
import { labelIsLight, luminanceOf } from './contrast.ts'

test('[C035] a slider button in any colour has a label that can be read', () => {
  expect(labelIsLight('#3B82F6')).toBe(false)
  expect(labelIsLight('#1d4ed8')).toBe(true)
  expect(labelIsLight('#fff')).toBe(false)
  expect(labelIsLight('#000000')).toBe(true)
})

test('luminance follows WCAG, and no colour counts as the default blue', () => {
  expect(luminanceOf('#ffffff')).toBeCloseTo(1)
  expect(luminanceOf('#000')).toBe(0)
  expect(luminanceOf('red; x')).toBe(luminanceOf('#2563eb'))
})
