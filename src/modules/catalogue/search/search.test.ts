import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countStatements } from '../../../../bench/statement-counter.ts'
import { type TestCore, testCore } from '../../../../tests/support/database.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import { archiveService, removeService, type SaveServiceInput, saveService, setServiceStatus } from '../index.server.ts'
import { saveRating } from '../rating.server.ts'
import { searchItems } from './items.server.ts'
import { wordsOf } from './words.ts'

const admin: Caller = { ...anonymous('127.0.0.1'), role: 'admin', userId: 'admin-1', name: 'Asma' }
let core: TestCore

const details = {
  tour: { price_adult: 10_000, location: 'Dubai', duration: '6 hours' },
  ticket: { price_adult: 15_000, location: 'Dubai' },
  transfer: { base_price: 15_000, transfer_type: 'Hotel Transfer' },
  visa: { country: 'UAE', visa_type: '30 days', price: 9_000 },
  umrah: { price: 120_000, duration_days: 10, duration_nights: 9, departure_city: 'Mumbai' },
}
function add(kind: keyof typeof details, title: string, input: Partial<SaveServiceInput> = {}) {
  core.clock.advance(1)
  const { details: given, ...rest } = input
  return saveService(core, admin, { kind, title, ...rest, details: { ...details[kind], ...given } })
}
const search = (q: string) => searchItems(core, { q, perKind: 6 })
const titles = async (q: string) => (await search(q)).kinds.flatMap(({ cards }) => cards.map(({ title }) => title))
const totals = async (q: string) =>
  Object.fromEntries((await search(q)).kinds.map(({ kind, total }) => [kind.key, total]))

beforeAll(async () => {
  core = await testCore()
  await add('tour', 'Desert Safari with Dinner', { summary: 'Dunes at sunset', details: { location: 'Dubai' } })
  await add('tour', 'Old Town Walk', { details: { location: 'Sharjah' } })
  await add('ticket', 'Burj Khalifa: At the Top')
  await add('ticket', 'Café Museum', { details: { location: 'Abu Dhabi' } })
  await add('transfer', 'Private Sedan')
  await add('visa', 'UAE Visa')
  await add('umrah', 'Ramadan Journey')
  await add('tour', 'رحلة السفاري في الصحراء')
  await add('tour', 'दुबई शहर यात्रा')
})

describe('a search', () => {
  test.each([
    ['burj khalifa', 'Burj Khalifa: At the Top'],
    ['KHALIFA burj', 'Burj Khalifa: At the Top'],
    ['khal', 'Burj Khalifa: At the Top'],
    ['desert safaris', 'Desert Safari with Dinner'],
    ['sunset', 'Desert Safari with Dinner'],
    ['cafe', 'Café Museum'],
    ['CAFÉ', 'Café Museum'],
    ['رحلة', 'رحلة السفاري في الصحراء'],
    ['السفاري', 'رحلة السفاري في الصحراء'],
    ['दुबई', 'दुबई शहर यात्रा'],
    ['safari in dubai', 'Desert Safari with Dinner'],
  ])('for %j finds %j', async (q, title) => expect(await titles(q)).toEqual([title]))

  test('covers all kinds, by the words of a kind too', async () => {
    expect(await totals('visa')).toEqual({ visa: 1 })
    expect(await totals('visas')).toEqual({ visa: 1 })
    expect(await totals('airport')).toEqual({ transfer: 1 })
    expect(await totals('umra')).toEqual({ umrah: 1 })
    expect(await totals('pilgrimage')).toEqual({ umrah: 1 })
    expect(await totals('mecca')).toEqual({ umrah: 1 })
    expect(await totals('visa uae')).toEqual({ visa: 1 })
    expect(await totals('emirati visa')).toEqual({ visa: 1 })
  })

  test('names kinds and places', async () => {
    expect((await search('visa')).named.map(({ key }) => key)).toEqual(['visa'])
    expect((await search('dubai')).places).toEqual([{ name: 'Dubai', count: 4 }])
    expect((await search('abu')).places).toEqual([{ name: 'Abu Dhabi', count: 1 }])
    expect((await search('desert')).places).toEqual([])
  })

  test('lists the best first: titles, then places, then other words', async () => {
    await add('tour', 'Far Away', { summary: 'Like Petra' })
    await add('tour', 'Camping', { details: { location: 'Petra' } })
    await add('tour', 'Petra by Night')
    expect(await titles('petra')).toEqual(['Petra by Night', 'Camping', 'Far Away'])
  })

  test('lists featured and well reviewed items before others', async () => {
    const plain = await add('ticket', 'Aquarium One')
    await add('ticket', 'Aquarium Two', { is_featured: true })
    await add('ticket', 'Aquarium Three')
    expect((await titles('aquarium'))[0]).toBe('Aquarium Two')
    await core.db
      .transaction()
      .execute((trx) => saveRating(trx, plain.id, async () => ({ rating: 5, totalReviews: 400 })))
    expect((await titles('aquarium'))[0]).toBe('Aquarium One')
  })

  test('of no words finds nothing, without a statement', async () => {
    const counter = countStatements(core.pool)
    await search('warm')
    const { statements } = await counter.during(() => search(' ?! '))
    expect(statements.filter(({ text }) => text.includes('service_search'))).toEqual([])
    expect(await titles('')).toEqual([])
  })

  test.each([
    `'; drop table services; --`,
    `a & | ! <-> :* ''`,
    '\\',
    `${'word '.repeat(10_000)}`,
    `desert ' & 'zz':* | !(yy) <-> \\ q'q`,
    'desert 1 2 3 4 5 6 7 8 9',
    'uae usa uk ksa india korea holland zzzz',
    'x'.repeat(100_000),
    '%_%',
    '=visa',
    '\ud800',
    `${'dubai '.repeat(200)}zzzz`,
    Array.from({ length: 200 }, (_, at) => `word${at}`).join(' '),
    `dubai ${'x'.repeat(5_000)} ${'ض'.repeat(5_000)} desert`,
    `dubai ${'de '.repeat(7)}`,
    'ttour ttransfer vvisa uumrah ppackage ttickett ddubaii ddesertt',
    'tour transfer visa umrah package ticket dubai desert',
  ])('survives %.30j', async (q) => {
    await expect(search(q)).resolves.toBeDefined()
  })
})

describe('corrections', () => {
  test.each([
    ['burj kalifa', 'burj khalifa', 'Burj Khalifa: At the Top'],
    ['desrt safri', 'desert safari', 'Desert Safari with Dinner'],
    ['musuem', 'museum', 'Café Museum'],
    ['airprot', 'airport', 'Private Sedan'],
    ['السفازي', 'السفاري', 'رحلة السفاري في الصحراء'],
  ])('%j is read as %j', async (q, corrected, title) => {
    const results = await search(q)
    expect(results.corrected).toBe(corrected)
    expect(results.kinds[0]?.cards[0]?.title).toBe(title)
  })

  test('are shown as the items spell them', async () => {
    await add('tour', 'جولة الأحساء')
    expect((await search('الاحصاء')).corrected).toBe('الأحساء')
    expect((await search('cafee musem')).corrected).toBe('café museum')
  })

  test('happen only if nothing has the words', async () => {
    expect((await search('khalifa')).corrected).toBeNull()
    const results = await searchItems(core, { q: 'kalifa', perKind: 6, hasMatchElsewhere: () => true })
    expect(results).toMatchObject({ corrected: null, kinds: [] })
  })

  test('take one statement for a hit and three for a correction', async () => {
    const counter = countStatements(core.pool)
    const count = async (q: string) =>
      (await counter.during(() => search(q))).statements.filter(({ text }) => !text.includes('setting_key')).length
    expect(await count('desert')).toBe(1)
    expect(await count('kalifa')).toBe(3)
    expect(await count('qqqqqqqq')).toBe(2)
    expect(await count('desert qqqqqqqq')).toBe(3)
    expect(await count('kalifa qqqqqqqq')).toBe(3)
    expect(await count('qqqqqqqq zzzzzzzz')).toBe(3)
    expect(await count('desert sharjah')).toBe(3)
  })

  test('never suggest words that only items off sale have', async () => {
    const hidden = await add('ticket', 'Planetarium')
    await setServiceStatus(core, admin, { id: hidden.id, version: hidden.version, status: 'inactive' })
    expect(await search('planetarum')).toMatchObject({ corrected: null, kinds: [] })
  })
})

describe('words that no item has all of', () => {
  test.each([
    ['an unknown word', 'dubai desert safari cheap', 'dubai desert safari', ['Desert Safari with Dinner']],
    ['a short unknown word', 'zz desert', 'desert', ['Desert Safari with Dinner']],
    ['a number', 'desert 2099', 'desert', ['Desert Safari with Dinner']],
    ['an unknown word beside a kind', 'umrah from mumbai whatsapp', 'umrah mumbai', ['Ramadan Journey']],
    ['an unknown word beside a plural', 'safaris whatsapp', 'safari', ['Desert Safari with Dinner']],
    ['an unknown word beside a misspelt one', 'kalifa qqqqqq', 'khalifa', ['Burj Khalifa: At the Top']],
    ['known words that no item combines', 'dubai burj walk', 'dubai burj', ['Burj Khalifa: At the Top']],
    ['the word that the fewest items have', 'dubai museum', 'museum', ['Café Museum']],
    ['all words after the eighth', `desert ${'zzzz '.repeat(200)}`, 'desert', ['Desert Safari with Dinner']],
    ['what a typo in each word means', 'desrt safri qqqq dinnr', 'desert safari dinner', ['Desert Safari with Dinner']],
    ['the first of two that equally many items have', 'museum khalifa', 'museum', ['Café Museum']],
  ])('leave out what is missing: %s', async (_what, q, corrected, expected) => {
    expect((await search(q)).corrected).toBe(corrected)
    expect(await titles(q)).toEqual(expected)
  })

  test('find nothing if no item has any of them', async () => {
    expect(await search('qqqqqq zzzzzz')).toMatchObject({ corrected: null, kinds: [], named: [], places: [] })
  })

  test('still name a kind that has no items', async () => {
    const results = await search('ok to board whatsapp')
    expect(results).toMatchObject({ corrected: 'ok to board', kinds: [] })
    expect(results.named.map(({ key }) => key)).toEqual(['ok_to_board'])
  })

  test('are ranked like a search for the words that remain', async () => {
    const order = await titles('dubai')
    expect(order.length).toBeGreaterThan(2)
    expect(await titles('dubai qqqqqq')).toEqual(order)
    expect((await search('dubai qqqqqq')).places).toEqual((await search('dubai')).places)
  })

  test('stay as they are if a page has all of them', async () => {
    const results = await searchItems(core, { q: 'desert qqqqqq', perKind: 6, hasMatchElsewhere: () => true })
    expect(results).toMatchObject({ corrected: null, kinds: [] })
  })
})

test.each([
  'Burj Al-Arab, Dubai! 4×4',
  "Sa'i & Tawaf (10 days)",
  'رحلة إلى دبي؟ نعم، ٢٠٢٦',
  'दुबई यात्रा। शहर',
  '漢字、かな「東京」',
  'a_b|c@d.e — f…g • 100% €5 ™ ½',
  '😀 emoji😀inside',
  'x'.repeat(90),
])('the database cuts %j into the same words', async (text) => {
  const { rows } = await sql<{ words: string[] }>`select search_words_of(${foldText(text)}) as words`.execute(core.db)
  expect([...(rows[0]?.words ?? [])].sort()).toEqual([...new Set(wordsOf(text))].sort())
})

describe('changes', () => {
  test('of an item are found at once, its old words no longer', async () => {
    const before = await add('ticket', 'Glass Bridge')
    const after = await saveService(core, admin, {
      kind: 'ticket',
      id: before.id,
      version: before.version,
      title: 'Sky Bridge',
    })
    expect(await titles('glass')).toEqual([])
    expect(await titles('sky bridge')).toEqual(['Sky Bridge'])
    await saveService(core, admin, {
      kind: 'ticket',
      id: after.id,
      version: after.version,
      details: { price_adult: 777 },
    })
    expect((await search('sky')).kinds[0]?.cards[0]?.from).toMatchObject({ minor: 777 })
  })

  test.each(['inactive', 'archived', 'deleted'] as const)('an item that is %s is not found', async (end) => {
    const item = await add('ticket', `Lighthouse ${end}`)
    const { id, version } = item
    expect(await titles('lighthouse')).toHaveLength(1)
    if (end === 'inactive') await setServiceStatus(core, admin, { id, version, status: 'inactive' })
    if (end === 'archived') await archiveService(core, admin, { id, version })
    if (end === 'deleted') await removeService(core, admin, { id, version })
    expect(await titles('lighthouse')).toEqual([])
  })

  test('an item that goes on sale again is found again', async () => {
    const item = await add('ticket', 'Carousel', { status: 'inactive' })
    expect(await titles('carousel')).toEqual([])
    await setServiceStatus(core, admin, { id: item.id, version: item.version, status: 'active' })
    expect(await titles('carousel')).toEqual(['Carousel'])
  })
})
