import { expect, it } from 'vitest'
import { moreSections, sections } from './sections.ts'

it('the sections have the specified addresses in sidebar order [A028]', () => {
  const keys = [
    ...['dashboard', 'tours', 'packages', 'visas', 'tickets', 'transfers', 'umrah', 'ok-to-board', 'bookings'],
    ...['trending', 'payments', 'bank-settings', 'email-settings', 'sliders', 'content', 'bulk-upload', 'settings'],
  ]
  expect(sections.map(({ key }) => key)).toEqual(keys)
  expect(sections.map(({ href }) => href)).toEqual(keys.map((key) => `/admin/${key}`))
  const all = [...sections, ...moreSections].map(({ href }) => href)
  expect(new Set(all).size).toBe(all.length)
})
