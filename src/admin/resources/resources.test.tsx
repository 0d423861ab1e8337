// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { needOf } from '../../modules/inventory/testing/resources.ts'
import { fillIn, press, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
await addUsers(shop.core)
const open = screensOf(shop, await shop.signIn('admin'))
const idOf = async (name: string) =>
  (await shop.core.db.selectFrom('resources').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

test('a resource is added, shown with what uses it, blocked and freed', async () => {
  const page = await open('/admin/resources')
  await page.findByText('No resources yet')
  await press(page, 'Add resource')
  const dialog = within(await page.findByRole('dialog', { name: 'New resource' }))
  await press(dialog, 'Save')
  await dialog.findByText('Please enter a name')
  await fillIn(dialog, /^Name/, 'Sea Star')
  await fillIn(dialog, /^Units/, '2')
  await press(dialog, 'Save')
  await toast(page, 'Resource saved')
  await page.findByRole('row', { name: /Sea Star/ })

  const tour = await addService(shop.core, 'tour', { resources: [needOf(await idOf('Sea Star'))] })
  await book(shop.core, tour)
  const day = await open('/admin/resources?day=2026-12-01')
  const link = await day.findByRole('link', { name: 'A tour' })
  expect(link.getAttribute('href')).toBe(`/admin/departures/${tour.id}/2026-12-01/10-00`)
  await day.findByText('10:00 AM to 11:00 AM')
  await day.findByText('Free all day')

  await press(day, 'Block Sea Star')
  const block = within(await day.findByRole('dialog', { name: 'Block a unit of Sea Star' }))
  fireEvent.change(block.getByLabelText('Unit'), { target: { value: '2' } })
  for (const name of [/^From$|^From /, /^Until$|^Until /]) {
    const [date] = block.getAllByLabelText(name)
    if (date) fireEvent.change(date, { target: { value: '2026-12-01' } })
  }
  await press(block, 'Block')
  await block.findByText('Please enter a reason')
  await fillIn(block, /^Reason/, 'New engine')
  await press(block, 'Block')
  await toast(day, 'Unit blocked')
  await press(day, 'End block: New engine')
  const question = within(await day.findByRole('dialog', { name: 'End this block?' }))
  await press(question, 'End block')
  await toast(day, 'Block ended')
  await day.findByText('Free all day')
})

test('a resource in use cannot be archived; the field says what uses it', async () => {
  const page = await open('/admin/resources?day=2026-12-01')
  await page.findByRole('row', { name: /Sea Star/ })
  await press(page, 'Edit Sea Star')
  const dialog = within(await page.findByRole('dialog', { name: 'Edit Sea Star' }))
  fireEvent.click(dialog.getByRole('checkbox'))
  await press(dialog, 'Save')
  await dialog.findByText(/Still in use by A tour/)
})

test('the editor of an item offers the resources by name and keeps how long they are used', async () => {
  const tour = await addService(shop.core, 'tour', { duration: '2 hours' }, { title: 'Reef trip' })
  const page = await open(`/admin/tours/${tour.id}`)
  await press(page, 'Schedules', 'tab')
  await press(page, 'Add resource')
  const search = await page.findByRole('combobox', { name: /^Resource/ })
  fireEvent.focus(search)
  fireEvent.change(search, { target: { value: 'sea' } })
  fireEvent.click(await page.findByRole('option', { name: /^Sea Star/ }))
  await fillIn(page, /^Setup before/, '30')
  await press(page, /^Save/)
  await expect
    .poll(async () => {
      const { details } = await shop.core.db
        .selectFrom('services')
        .select('details')
        .where('id', '=', tour.id)
        .executeTakeFirstOrThrow()
      return (details as { resources?: unknown }).resources
    })
    .toEqual([{ resource_id: await idOf('Sea Star'), minutes: null, setup_minutes: 30, turnaround_minutes: 0 }])
})
