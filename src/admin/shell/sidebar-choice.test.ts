import { expect, it } from 'vitest'
import { readChoice, togglePin } from './sidebar-choice.ts'

it('starts with bookings and departures pinned, also when what is stored cannot be read', () => {
  const first = { isCompact: false, pinned: ['bookings', 'departures'] }
  for (const stored of [null, '', 'null', '{', '[]', '{"pinned":"bookings"}', '7'])
    expect(readChoice(stored), String(stored)).toEqual(first)
})
it('keeps what was chosen, each section once, and nothing that is no name', () => {
  const stored = JSON.stringify({ isCompact: true, pinned: ['audit', 7, 'bookings', null, 'audit'] })
  expect(readChoice(stored)).toEqual({ isCompact: true, pinned: ['audit', 'bookings'] })
  expect(readChoice('{"pinned":[]}')).toEqual({ isCompact: false, pinned: [] })
})
it('pins at the end, and unpins', () => {
  expect(togglePin(['bookings'], 'audit')).toEqual(['bookings', 'audit'])
  expect(togglePin(['bookings', 'audit'], 'bookings')).toEqual(['audit'])
})
