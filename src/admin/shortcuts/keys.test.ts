import { describe, expect, it } from 'vitest'
import { moreSections, sections } from '../sections.ts'
import { letterOf, matchingSections, type Press, readPress, sectionsOf } from './keys.ts'

const press = (key: string, change: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTaken: false,
  ...change,
})
const all = [...sections, ...moreSections]
const read = (key: string, change: Partial<Press> = {}, state: { isAfterG?: boolean; isOn?: boolean } = {}) =>
  readPress(press(key, change), { isAfterG: false, isOn: true, sections: all, ...state })

describe('the back office shortcuts', () => {
  it('open a section with g and its letter', () => {
    expect(read('g')).toBe('g')
    expect(read('b', {}, { isAfterG: true })).toMatchObject({ kind: 'go', section: { href: '/admin/bookings' } })
    expect(read('q', {}, { isAfterG: true })).toBeNull()
    expect(read('b')).toBeNull()
  })
  it('focus the search, start a new item and open help', () => {
    expect([read('/'), read('n'), read('?')]).toEqual([{ kind: 'search' }, { kind: 'new' }, { kind: 'help' }])
  })
  it('lead on to the next and previous booking and back to the list', () => {
    expect([read('j'), read('k'), read('u')]).toEqual([{ kind: 'next' }, { kind: 'previous' }, { kind: 'up' }])
  })
  it('decide, skip and undo in a queue, and zoom and turn its picture', () => {
    const kinds = ['a', 'r', 's', 'z', '+', '-', 't', '0'].map((key) => read(key))
    const known = ['approve', 'reject', 'skip', 'undo', 'zoom-in', 'zoom-out', 'turn', 'whole']
    expect(kinds).toEqual(known.map((kind) => ({ kind })))
    expect(read('s', {}, { isAfterG: true })).toMatchObject({ kind: 'go' })
  })
  it('leave a page with Escape, also when letters are off, but not while typing or with a modifier', () => {
    expect(read('Escape')).toEqual({ kind: 'up' })
    expect(read('Escape', {}, { isOn: false })).toEqual({ kind: 'up' })
    expect(read('Escape', { isTaken: true })).toBeNull()
    expect(read('Escape', { ctrlKey: true })).toBeNull()
  })
  it('open the palette with Ctrl or Command, even while typing', () => {
    for (const key of ['ctrlKey', 'metaKey'] as const)
      expect(read('k', { [key]: true, isTaken: true }, { isOn: false })).toEqual({ kind: 'palette' })
    expect(read('k', { ctrlKey: true, altKey: true })).toBeNull()
  })
  it('are ignored while typing, under a dialog, with a modifier, and when switched off', () => {
    for (const key of ['g', '/', 'n', '?', 'j', 'u', 'a', 'r', '+']) {
      expect(read(key, { isTaken: true })).toBeNull()
      expect(read(key, { ctrlKey: true })).toBeNull()
      expect(read(key, {}, { isOn: false })).toBeNull()
    }
    expect([read('k', { isTaken: true }), read('k', {}, { isOn: false })]).toEqual([null, null])
  })
  it('use each letter for one section only', () => {
    const letters = all.flatMap((section) => letterOf(section) ?? [])
    expect(new Set(letters).size).toBe(letters.length)
    expect(letters.length).toBeGreaterThan(10)
  })
  it('open only sections that the role may enter', () => {
    const open = sectionsOf(['overview', 'content'], moreSections)
    expect(open.some(({ key }) => key === 'bookings')).toBe(false)
    expect(readPress(press('b'), { isAfterG: true, isOn: true, sections: open })).toBeNull()
  })
})

describe('the section search', () => {
  const named = [{ name: 'Bank Transfer Settings' }, { name: 'Bookings' }, { name: 'Settings' }]
  it.each([
    ['', 3],
    ['b', 2],
    ['set', 2],
    ['trans set', 1],
    ['ank', 0],
  ])('%j finds %i', (typed, count) => {
    expect(matchingSections(named, typed)).toHaveLength(count)
  })
  it.each([
    ['الاعدادات', 'الإعدادات'],
    ['اعدادات البريد', 'إعدادات البريد الإلكتروني'],
    ['حجوزات', 'الحجوزات'],
    ['لوحه', 'لوحة المعلومات'],
  ])('%s finds %s', (typed, name) => {
    expect(matchingSections([{ name }], typed)).toEqual([{ name }])
  })
})
