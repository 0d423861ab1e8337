import { expect, test } from 'vitest'
import { changesOf, nameIn } from './changes.ts'
import { loadSpecs } from './specs.ts'
import type { Context } from './values.ts'

const specs = await loadSpecs()
const id = '01a1fd1e-8c00-71b7-b50d-5c3b61623b49'
const plain: Context = { specs, kind: null, currency: null, names: {}, type: 'booking' }
const shownChanges = (before: unknown, after: unknown, more: Partial<Context> = {}) =>
  changesOf({ before, after }, { ...plain, ...more }).map(({ label, ...values }) => [
    label,
    values.before,
    values.after,
  ])

test('fields are called as on the screens, and only those that differ are listed', () => {
  expect(
    shownChanges({ role: 'support', name: 'Noor' }, { role: 'manager', name: 'Noor', tags: ['vip', 'slow'] }),
  ).toEqual([
    ['Role', 'Support', 'Manager'],
    ['Tags', null, 'vip, slow'],
  ])
  expect(shownChanges({ details: { price_adult: 1 } }, { details: { price_adult: 2 } }, { kind: 'tour' })[0]?.[0]).toBe(
    'Adult price',
  )
  expect(
    shownChanges({ site_title: 'A', currency: 'AED' }, { site_title: 'B', currency: 'USD' }, { type: 'settings' }),
  ).toEqual([
    ['Site title', 'A', 'B'],
    ['Reporting currency', 'AED', 'USD'],
  ])
})

test('amounts, days, times and switches read as such', () => {
  const aed = { currency: 'AED' }
  expect(
    shownChanges({ details: { price_adult: 14_900 } }, { details: { price_adult: 15_900 } }, { kind: 'tour', ...aed }),
  ).toEqual([['Adult price', 'AED 149.00', 'AED 159.00']])
  expect(shownChanges({ currency: 'KWD', final_minor: 1_500 }, { currency: 'KWD', final_minor: 2_000 })).toEqual([
    ['Amount', 'KWD 1.500', 'KWD 2.000'],
  ])
  expect(shownChanges(null, { travel_date: '2027-01-15', travel_time: '14:00', is_closed: true })).toEqual([
    ['Travel date', null, '2027-01-15'],
    ['Time', null, '02:00 PM'],
    ['Closed', null, 'Yes'],
  ])
  expect(
    shownChanges({ 'Creek walk': { price_adult: '49.00 USD' } }, { 'Creek walk': { price_adult: '1,059.00 USD' } }),
  ).toEqual([['Creek walk', 'Adult price: $49.00', 'Adult price: $1,059.00']])
  const twice = `Creek walk (${id})`
  expect(shownChanges({ [twice]: 1 }, { [twice]: 2 })[0]?.[0]).toBe('Creek walk')
  expect(shownChanges({ percentHundredths: 1_250 }, null)).toEqual([['Percent', '12.5%', null]])
  expect(shownChanges({ during: '["2027-01-11 04:00:00+00","2027-01-12 04:00:00+00")' }, null)[0]?.[1]).toMatch(
    / to 2027-01-12/,
  )
})

test('an id is its title, or is left out', () => {
  expect(shownChanges({ service_id: id }, null, { names: { [id]: 'Desert Safari' } })).toEqual([
    ['Service', 'Desert Safari', null],
  ])
  expect(shownChanges({ service_id: id, attemptId: id, version: 3, id }, null)).toEqual([])
  expect(shownChanges([id], [id, 'x'], { names: { [id]: 'Desert Safari' } })).toEqual([
    ['Order', 'Desert Safari', 'Desert Safari, x'],
  ])
  expect(shownChanges(null, null)).toEqual([])
})

test('the text of an email reads without its tags', () => {
  expect(shownChanges(null, { html_body: '<p>Dear <b>Ria</b>,</p>\n<p>Hello</p>' })[0]?.[2]).toBe('Dear Ria , Hello')
})

test('a long text is cut', () => {
  expect(shownChanges(null, { body: 'a'.repeat(3_000) })[0]?.[2]?.length).toBe(2_001)
})

test('a changed item is named by its readable name, the newer one first', () => {
  expect(nameIn({ before: { title: 'Creek walk' }, after: { title: 'Creek by night', slug: 'creek' } })).toBe(
    'Creek by night',
  )
  expect(nameIn({ before: { code: 'WELCOME10' }, after: null })).toBe('WELCOME10')
  expect(nameIn({ before: null, after: { role: 'admin', title: '' } })).toBe(null)
  expect(nameIn({ before: ['title'], after: 'title' })).toBe(null)
})
