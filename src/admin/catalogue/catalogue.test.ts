// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { safariForTwo } from '../../../tests/support/requests.ts'
import { shopPages } from '../../../tests/support/shop-pages.ts'
import { fillIn, type Place, press, shows, toast, typedIn } from '../testing/hands.ts'
import { lostConnection, openScreen, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp({ pages: shopPages() })
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
type Stored = { id: string; slug: string; title: string; version: number; details: Record<string, unknown> }

async function add(kind: string, title: string, details: object, more: object = {}): Promise<Stored> {
  const answer = await shop.call('POST /api/admin/services', { kind, title, details, ...more }, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json() as Stored
}
const addTour = (title: string, price_adult = 5_500) => add('tour', title, { price_adult, location: 'Dubai' })
const read = async (id: string) =>
  (await shop.call(`GET /api/admin/services/${id}`, undefined, owner.headers)).json() as Stored
const patch = (id: string, data: object) => shop.call(`PATCH /api/admin/services/${id}`, data, owner.headers)
const statusOf = async (path: string) => (await shop.call(`GET ${path}`)).status
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent.trim())
const isChecked = (field: HTMLElement) => (field as HTMLInputElement).checked
/** Ends the edit of a cell by that key. */
const pressKey = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key })

const hasFocus = (element: HTMLElement) => expect.poll(() => document.activeElement === element).toBe(true)

const abroad = { price_adult: 9_000, location: 'Baku' }
await add('package', 'Azerbaijan week', { ...abroad, days: 7, nights: 6 })
await add('ticket', 'Aquarium', abroad)
await add('visa', '', { country: 'Armenia', visa_type: '21 days', price: 5_000 })
await addTour('Abra ride')

describe('the table', () => {
  test.each([
    ['tours', 'Tours'],
    ['packages', 'Packages'],
    ['visas', 'Visas'],
    ['tickets', 'Tickets'],
  ])('%s: starts by title, and every column sorts [A041, A043]', async (section, name) => {
    const page = await open(`/admin/${section}`)
    const table = within(await page.findByRole('table', { name }))
    expect(table.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending')
    const shown = textsOf(table.getAllByRole('rowheader')).map((title) => title.toLowerCase())
    expect(shown).toEqual([...shown].sort())
    const headers = table.getAllByRole('columnheader')
    const sortable = headers.filter((each) => !['', 'Image', 'Actions'].includes(each.textContent.trim()))
    for (const header of sortable.filter((each) => !each.querySelector('input')))
      expect(within(header).getByRole('button')).toBeTruthy()
  })

  test('sorts by price up and down, and says when nothing is found [A041, A043]', async () => {
    for (const [title, price] of [['Dear', 90_000] as const, ['Cheap', 100] as const]) await addTour(title, price)
    const page = await open('/admin/tours')
    const cells = () => textsOf(page.getAllByRole('button', { name: /^Edit Adult price/ }))
    const amounts = () => cells().map((text) => Number(text.replace(/[^\d.]/g, '')))
    for (const way of ['ascending', 'descending']) {
      const header = () => page.getByRole('columnheader', { name: 'Adult price' })
      fireEvent.click(within(await page.findByRole('columnheader', { name: 'Adult price' })).getByRole('button'))
      await expect.poll(() => header().getAttribute('aria-sort')).toBe(way)
      const sign = way === 'ascending' ? 1 : -1
      await expect.poll(amounts).toEqual(amounts().sort((a, b) => sign * (a - b)))
      expect(amounts()[0]).toBe(way === 'ascending' ? 1 : 900)
    }
    const none = await open('/admin/tours?q=submarine')
    await none.findByText('No tours found')
  })

  test('is edited in its cells: Enter saves, Escape does not, a rule refuses [A045, A046, A048, A061]', async () => {
    const { id, slug } = await addTour('Inline tour')
    let changes = 0
    const page = await open('/admin/tours?q=inline', {
      'catalogue/admin/update': () => {
        changes += 1
        return passOn
      },
    })
    const cell = (column: string, of = 'Inline tour') =>
      page.findByRole('button', { name: new RegExp(`^Edit ${column} of ${of}`) })
    const openCell = async (column: string) => {
      fireEvent.click(await cell(column))
      return page.findByLabelText(`${column} of Inline tour`)
    }
    const price = (await openCell('Adult price')) as HTMLInputElement
    expect(price.value).toBe('55.00')
    fireEvent.change(price, { target: { value: '61.25' } })
    pressKey(price, 'Enter')
    await page.findByRole('button', { name: /^Edit Adult price of Inline tour: \D*61.25$/ })
    expect((await cell('Adult price')).textContent).toBe('$61.25')
    await hasFocus(await cell('Adult price'))
    expect((await read(id)).details.price_adult).toBe(6_125)

    changes = 0
    let title = await openCell('Title')
    fireEvent.change(title, { target: { value: 'Something else' } })
    pressKey(title, 'Escape')
    await hasFocus(await cell('Title'))
    title = await openCell('Title')
    fireEvent.change(title, { target: { value: ' ' } })
    pressKey(title, 'Enter')
    await page.findByText('Title is required')
    expect(changes).toBe(0)
    pressKey(title, 'Escape')
    expect((await read(id)).title).toBe('Inline tour')

    // Tab moves the focus to the next cell, and so takes it from this one.
    title = await openCell('Title')
    fireEvent.change(title, { target: { value: 'Inline tour again' } })
    ;(await cell('Location')).focus()
    await cell('Title', 'Inline tour again')
    await hasFocus(await cell('Location', 'Inline tour again'))

    const status = await page.findByLabelText('Inline tour again is active')
    for (const [isActive, code] of [[false, 404] as const, [true, 200] as const]) {
      fireEvent.click(status)
      await expect.poll(() => isChecked(status)).toBe(isActive)
      await expect.poll(() => statusOf(`/tours/${slug}`)).toBe(code)
    }
  })
})

test('a list is asked for once in five minutes, and leaves the cache after ten without use [A067]', async () => {
  await addTour('Cached tour')
  const answer = await shop.call(
    'POST /rpc/catalogue/admin/list',
    { json: { kind: 'tour', q: 'cached' } },
    owner.headers,
  )
  let lists = 0
  let slow = Promise.resolve()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const page = await openScreen('/admin/tours?q=cached', {
    'catalogue/admin/list': async () => {
      lists += 1
      await slow
      return answer.json().json
    },
    'booking/admin/list': () => ({ items: [], nextCursor: null, total: 0, totalIsExact: true }),
    'customer/admin/list': () => ({ items: [], nextCursor: null, total: 0, totalIsExact: true }),
  })
  const row = () => page.findByRole('rowheader', { name: /Cached tour/ })
  const away = async () => {
    const sections = within(page.getByRole('navigation', { name: 'Sections' }))
    fireEvent.click(sections.getByRole('link', { name: 'Bookings' }))
    await page.findByRole('heading', { name: 'Bookings' })
  }
  const awayAndBack = async () => {
    await away()
    history.back()
    await row()
    // A call for a list that is no longer fresh starts after its rows are shown.
    await vi.advanceTimersByTimeAsync(100)
  }
  await row()
  await awayAndBack()
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  await awayAndBack()
  expect(lists).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  await awayAndBack()
  await expect.poll(() => lists).toBe(2)
  await away()
  await vi.advanceTimersByTimeAsync(10.5 * 60_000)
  const held = Promise.withResolvers<void>()
  slow = held.promise
  history.back()
  await page.findByRole('heading', { name: 'Tours' })
  await expect.poll(() => lists).toBe(3)
  expect(page.queryByRole('rowheader')).toBeNull()
  held.resolve()
  await row()
})

test('of two editors the second sees both versions and loses neither [A047, A318, A320]', async () => {
  const { id } = await addTour('Contested tour')
  const page = await open(`/admin/tours/${id}`)
  await fillIn(page, 'Title Required', 'My title')
  await fillIn(page, 'Duration', '5 hours')
  await patch(id, { version: 1, title: 'Their title', details: { location: 'Ajman' } })
  await press(page, 'Save')
  const failure = await toast(page, /^Someone else has changed this in the meantime/)
  await shows(() => failure.closest<HTMLElement>('.toast')!, 'Error')
  const dialog = within(await page.findByRole('dialog', { name: 'Someone else has changed this item' }))
  await shows(() => dialog.getByRole('region', { name: 'Title' }), /versionMy title.*versionTheir title/s)
  expect(dialog.getAllByText('Your version')).toHaveLength(1)
  expect(await read(id)).toMatchObject({ title: 'Their title', version: 2 })
  await press(dialog, 'Use my version')
  await expect.poll(() => typedIn(page, 'Location')).toBe('Ajman')
  expect(typedIn(page, 'Title Required')).toBe('My title')
  await press(page, 'Save')
  await toast(page, 'Tour updated successfully')
  expect(await read(id)).toMatchObject({ title: 'My title', details: { location: 'Ajman', duration: '5 hours' } })
})

test('nobody leaves a form with changes without being asked', async () => {
  const { id } = await addTour('Left tour')
  const page = await open(`/admin/tours/${id}`)
  await fillIn(page, 'Title Required', 'Changed and left')
  await page.findByText('Unsaved Changes')
  const ask = async (): Promise<Place> => {
    await press(page, 'Cancel')
    return within(await page.findByRole('dialog', { name: 'Discard your changes?' }))
  }
  await press(await ask(), 'Keep')
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  expect(typedIn(page, 'Title Required')).toBe('Changed and left')
  await press(await ask(), 'Discard changes')
  await expect.poll(() => location.pathname).toBe('/admin/tours')
  expect((await read(id)).title).toBe('Left tour')
})

test('transfers are cards, newest first, and say when they cannot be loaded [A095, A102]', async () => {
  const details = {
    base_price: 12_000,
    transfer_type: 'City Transfer',
    vehicle_type: 'Minibus',
    description: 'Across the town',
  }
  await add('transfer', 'Card transfer', details, { is_featured: true })
  const page = await open('/admin/transfers')
  const list = within(await page.findByRole('list', { name: 'Transfers' }))
  const [card] = list.getAllByRole('listitem')
  await shows(() => card!, 'Card transfer', 'Across the town', '120.00', 'Active', 'Minibus', 'Featured')
  for (const name of ['Delete Card transfer', 'Edit Card transfer'])
    expect(within(card!).getByRole('button', { name })).toBeTruthy()
  const failed = await open('/admin/transfers', { 'catalogue/admin/list': lostConnection })
  await toast(failed, 'Failed to load transfers')
})

test('many are switched at once; a booked item is archived instead of deleted, and the screen says so [A065]', async () => {
  for (const title of ['Fleet one', 'Fleet two']) await addTour(title)
  const page = await open('/admin/tours?q=fleet')
  fireEvent.click(await page.findByLabelText('Select all on this page'))
  await press(within(await page.findByRole('region', { name: '2 selected' })), 'Set inactive')
  await toast(page, '2 items changed')
  for (const title of ['Fleet one', 'Fleet two'])
    await expect.poll(() => isChecked(page.getByLabelText(`${title} is active`))).toBe(false)

  const { id, slug } = await addTour('Booked tour')
  const booked = await shop.call('POST /api/bookings', { ...safariForTwo, service_id: id })
  const { booking } = booked.json() as { booking: { id: string } }
  const list = await open('/admin/tours?q=booked')
  await press(list, 'Delete Booked tour')
  await press(within(await list.findByRole('dialog')), 'Delete')
  await toast(list, 'Tour archived')
  await expect.poll(() => list.queryByRole('rowheader', { name: /Booked tour/ })).toBeNull()
  expect(await statusOf(`/tours/${slug}`)).toBe(404)
  const kept = await shop.call(`GET /api/admin/bookings/${booking.id}`, undefined, owner.headers)
  expect(kept.json()).toMatchObject({ service_title: 'Booked tour' })
})
