import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AuditLine } from '../../modules/account/contract.ts'
import { hasText } from '../text.ts'
import { sentenceOf, sentenceText } from './sentence.ts'
import { loadSpecs } from './specs.ts'
import { pathOf, titleOf } from './title.ts'

const specs = await loadSpecs()
const id = '01a1fd1e-8c00-71b7-b50d-5c3b61623b49'
const safari = { title: 'Desert Safari', exists: true, kind: 'tour', currency: 'AED', service_id: null }
const line = (more: Partial<AuditLine>): AuditLine => ({
  ...{ id, at: '2027-01-15T08:00:00.000Z', who: 'Aisha Khan', email: null, subject_type: 'service', subject_id: id },
  ...{ action: 'service.updated', before: null, after: null, subject: safari, names: {}, parts: null },
  ...more,
})
const sentence = (more: Partial<AuditLine>) => sentenceText(sentenceOf(line(more), specs))

test('a changed price names the person, the item and both amounts', () => {
  const prices = { before: { details: { price_adult: 14_900 } }, after: { details: { price_adult: 15_900 } } }
  expect(sentence(prices)).toBe('Aisha Khan changed the adult price of Desert Safari from AED 149.00 to AED 159.00')
  expect(sentenceOf(line(prices), specs)).toMatchObject({ title: 'Desert Safari', isComplete: true })
})

test('few fields are named, many are listed below, and long texts are not quoted', () => {
  expect(sentence({ before: { title: 'A', slug: 'a' }, after: { title: 'B', slug: 'b' } })).toBe(
    'Aisha Khan changed the title and the address in the shop of Desert Safari',
  )
  const many = Object.fromEntries(['title', 'slug', 'summary', 'seo_title'].map((key) => [key, 'x']))
  expect(sentence({ before: {}, after: many })).toBe('Aisha Khan changed Desert Safari')
  expect(sentence({ before: { summary: null }, after: { summary: 'x'.repeat(100) } })).toBe(
    'Aisha Khan changed the summary of Desert Safari',
  )
  expect(sentence({ before: { summary: 'Old' }, after: { summary: null } })).toBe(
    'Aisha Khan removed the summary of Desert Safari (it was Old)',
  )
  expect(sentence({ before: { is_featured: false }, after: { is_featured: true } })).toBe(
    'Aisha Khan switched on "Featured" of Desert Safari',
  )
})

test('settings have no title, and rates are named by their currency', () => {
  const settings = { subject_type: 'settings', subject_id: 'site', subject: null }
  expect(
    sentence({ ...settings, action: 'settings.saved', before: { site_title: 'A' }, after: { site_title: 'B' } }),
  ).toBe('Aisha Khan changed the site title from A to B')
  expect(sentence({ ...settings, action: 'rates.saved', before: { INR: '86' }, after: { INR: '87' } })).toBe(
    'Aisha Khan changed the INR rate from 86 to 87',
  )
})

test('an import is one sentence with its outcome, and so is a run', () => {
  const upload = { subject_type: 'upload', subject: { ...safari, title: 'tours.csv' }, after: { kind: 'tour' } }
  const started = { ...upload, action: 'catalogue.upload-started' }
  expect(sentence({ ...started, parts: { count: 42, outcome: { stored: 42, refused: 1 } } })).toBe(
    'Aisha Khan imported tours.csv (42 items stored, 1 row refused)',
  )
  expect(sentence({ ...started, parts: { count: 3, outcome: null } })).toBe(
    'Aisha Khan imported tours.csv (not finished)',
  )
  const undone = { total: 3, trashed: 1, putBack: 2, archived: 0, left: 0 }
  expect(sentence({ ...upload, action: 'catalogue.upload-undone', after: undone })).toBe(
    'Aisha Khan undid the import of tours.csv (1 moved to the trash, 2 put back, 0 archived, 0 left as they are)',
  )
  const run = {
    subject_type: 'booking-run',
    subject: null,
    action: 'bookings.confirm-started',
    after: { bookings: 12 },
  }
  expect(sentence({ ...run, parts: { count: 12, outcome: { done: 11, refused: 1 } } })).toBe(
    'Aisha Khan confirmed 12 bookings together (11 bookings done, 1 refused)',
  )
  expect(
    sentence({ subject_type: 'service-change', subject: null, action: 'services.archive', after: { items: 3 } }),
  ).toBe('Aisha Khan archived 3 items together')
})

test('one item of a price change is named', () => {
  const prices = { subject_type: 'price_change', subject: null, action: 'prices.changed' }
  expect(
    sentence({
      ...prices,
      before: { Creek: { price_adult: '1.00 USD' } },
      after: { Creek: { price_adult: '2.00 USD' } },
    }),
  ).toBe('Aisha Khan changed the prices of Creek')
})

test('what is gone has its last known title and no link; what never had one is described', () => {
  const gone = { ...safari, exists: false }
  expect([titleOf(line({ subject: gone })), pathOf(line({ subject: gone }))]).toEqual(['Desert Safari', null])
  expect(titleOf(line({ subject: null }))).toBe('an item that is gone')
  expect(titleOf(line({ subject: null, subject_type: 'slider', after: { title: 'Winter' } }))).toBe('Winter')
})

test('each thing that exists leads to its page', () => {
  const path = (subject_type: string, subject: Partial<NonNullable<AuditLine['subject']>> | null, subject_id = id) =>
    pathOf(line({ subject_type, subject_id, subject: subject && { ...safari, ...subject } }))
  expect(path('service', {})).toBe(`/admin/tours/${id}`)
  expect(path('booking', { title: 'TH123' })).toBe('/admin/bookings/TH123')
  expect(path('customer', {})).toBe(`/admin/customers/${id}`)
  expect(path('departure', { title: '2027-01-15 14:00', service_id: id })).toBe(
    `/admin/departures/${id}/2027-01-15/14%3A00`,
  )
  expect(path('page', null, 'about')).toBe('/admin/pages')
  expect(path('person', null)).toBeNull()
})

test('an action of a later version is still words', () => {
  expect(sentence({ action: 'service.painted-blue' })).toBe('Aisha Khan painted blue Desert Safari')
})

test('every action that the server names has words', () => {
  const sources = globSync('src/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
  const actions = sources.flatMap((source) =>
    [...source.matchAll(/action: '([a-z-]+\.[a-z._-]+)'/g)].map(([, name]) => name),
  )
  expect(actions.length).toBeGreaterThan(80)
  expect(actions.filter((name) => !hasText('auditActions', String(name).replaceAll('.', '-')))).toEqual([])
})
