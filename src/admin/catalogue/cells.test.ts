// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import type { Place } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'
import { stepOf } from './cell-keys.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

type Stored = { id: string; details: Record<string, unknown> }
async function add(kind: string, title: string, details: object) {
  const answer = await shop.call('POST /api/admin/services', { kind, title, details }, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Stored
}
const addTour = (title: string) => add('tour', title, { price_adult: 5_500, location: 'Dubai' })
const detailsOf = async ({ id }: Stored) =>
  ((await shop.call(`GET /api/admin/services/${id}`, undefined, owner.headers)).json() as Stored).details
const openCell = async (page: Place, name: string) => {
  const cell = await page.findByRole('button', { name: new RegExp(`^Edit ${name}`) })
  cell.focus()
  fireEvent.click(cell)
}
const field = (page: Place, name: string) => page.findByLabelText<HTMLInputElement>(name)
const hasFocus = (element: HTMLElement) => expect.poll(() => document.activeElement === element).toBe(true)

test('prices are edited down a column: Enter, Tab and arrows save and open the next, a fault keeps the cell', async () => {
  const tours = [await addTour('Column a'), await addTour('Column b'), await addTour('Column c')]
  const page = await open('/admin/tours?q=column')
  await openCell(page, 'Adult price of Column a')
  const first = await field(page, 'Adult price of Column a')
  fireEvent.change(first, { target: { value: 'cheap' } })
  expect(fireEvent.keyDown(first, { key: 'Tab' })).toBe(false)
  await hasFocus(first)
  expect(first.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(first, { target: { value: '61' } })
  fireEvent.keyDown(first, { key: 'Enter' })
  const second = await field(page, 'Adult price of Column b')
  await hasFocus(second)
  fireEvent.change(second, { target: { value: '62' } })
  fireEvent.keyDown(second, { key: 'Tab' })
  const third = await field(page, 'Adult price of Column c')
  await hasFocus(third)
  fireEvent.change(third, { target: { value: '63' } })
  fireEvent.keyDown(third, { key: 'ArrowUp' })
  await hasFocus(await field(page, 'Adult price of Column b'))
  const prices = async () => (await Promise.all(tours.map(detailsOf))).map(({ price_adult }) => price_adult)
  await expect.poll(prices).toEqual([6_100, 6_200, 6_300])
})

test('arrows move between cells that are not being edited', async () => {
  await addTour('Arrow a')
  await addTour('Arrow b')
  const page = await open('/admin/tours?q=arrow')
  const cell = (name: string) => page.findByRole('button', { name: new RegExp(`^Edit ${name}`) })
  const title = await cell('Title of Arrow a')
  title.focus()
  fireEvent.keyDown(title, { key: 'ArrowRight' })
  await hasFocus(await cell('Location of Arrow a'))
  fireEvent.keyDown(await cell('Location of Arrow a'), { key: 'ArrowDown' })
  await hasFocus(await cell('Location of Arrow b'))
  expect(fireEvent.keyDown(await cell('Location of Arrow b'), { key: 'ArrowDown' })).toBe(true)
})

test('two fields of a row are saved one after the other, however fast they are edited', async () => {
  const item = await addTour('Fast row')
  const page = await open('/admin/tours?q=fast')
  for (const [column, value] of [
    ['Location', 'Ajman'],
    ['Adult price', '70'],
  ] as const) {
    await openCell(page, `${column} of Fast row`)
    const cell = await field(page, `${column} of Fast row`)
    fireEvent.change(cell, { target: { value } })
    fireEvent.keyDown(cell, { key: 'Enter' })
  }
  await expect.poll(() => detailsOf(item)).toMatchObject({ location: 'Ajman', price_adult: 7_000 })
  expect(page.queryByText(/Someone else has changed/)).toBeNull()
})

test.each([
  [{ key: 'Enter' }, 'text', 'down'],
  [{ key: 'Enter', shiftKey: true }, 'money', 'up'],
  [{ key: 'Tab' }, 'money', 'next'],
  [{ key: 'Tab', shiftKey: true }, 'money', 'previous'],
  [{ key: 'Tab' }, 'text', null],
  [{ key: 'ArrowDown' }, 'select', null],
  [{ key: 'ArrowLeft' }, 'money', null],
  [{ key: 'Tab', altKey: true }, 'money', null],
] as const)('%j in a cell of %s moves %s', (key, input, step) => {
  const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
  expect(stepOf({ ...none, ...key }, input)).toBe(step)
})
