// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { addTestResource, needOf, usesOfResource } from '../../modules/inventory/testing/resources.ts'
import { choose, press, shows, toast } from '../testing/hands.ts'
import { lostConnection } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
await addUsers(shop.core)
const staff = await shop.signIn('admin')
const open = screensOf(shop, staff)
let vans: string
beforeAll(async () => {
  vans = await addTestResource(shop.core, { units: 2, name: 'Vans' })
})

const uses = async () => (await usesOfResource(shop.core, vans)).map(({ unit }) => unit)
const block = (unit: number) =>
  shop.call(
    `POST /api/admin/resources/${vans}/blocks`,
    { unit, from_date: '2026-12-01', from_time: '00:00', to_date: '2026-12-02', to_time: '00:00', reason: 'Service' },
    staff.headers,
  )
const resourcesOn = async (page: Awaited<ReturnType<typeof open>>) =>
  within(await page.findByRole('region', { name: 'Resources' }))

test('a departure shows the unit that it uses; staff choose another free one', async () => {
  const tour = await addService(shop.core, 'tour', { resources: [needOf(vans)] })
  await book(shop.core, tour)
  const page = await open(`/admin/departures/${tour.id}/2026-12-01/10-00`)
  const section = await resourcesOn(page)
  section.getByText(/Unit 1 of 2/)
  section.getByText('10:00 AM to 11:00 AM')
  await press(section, /^Change unit of Vans/)
  const dialog = within(await page.findByRole('dialog', { name: /^Change unit of Vans/ }))
  await press(dialog, 'Change unit')
  await dialog.findByText('Please choose a unit')
  await choose(dialog, /^Unit/, 'Unit 2')
  await press(dialog, 'Change unit')
  await toast(page, 'Unit changed')
  await section.findByText(/Unit 2 of 2/)
  expect(await uses()).toEqual([2])
})

test('a unit that was taken meanwhile is refused at its field and no longer offered', async () => {
  const [{ departure_id: id } = { departure_id: '' }] = await usesOfResource(shop.core, vans)
  const { service_id } = await shop.core.db
    .selectFrom('departures')
    .select('service_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const page = await open(`/admin/departures/${service_id}/2026-12-01/10-00`)
  await press(await resourcesOn(page), /^Change unit of Vans/)
  const dialog = within(await page.findByRole('dialog', { name: /^Change unit of Vans/ }))
  await choose(dialog, /^Unit/, 'Unit 1')
  expect((await block(1)).status).toBe(200)
  await press(dialog, 'Change unit')
  await dialog.findAllByText(/^This unit is in use at that time/)
  await dialog.findByText('No other unit is free at that time.')
  expect(dialog.queryByRole('option', { name: 'Unit 1' })).toBeNull()
  expect(await uses()).toEqual([1, 2])
})

test('a transfer shows the unit of each booking', async () => {
  const pool = await addTestResource(shop.core, { units: 2, name: 'Minibuses' })
  const transfer = await addService(shop.core, 'transfer', { resources: [needOf(pool)] })
  const ride = { pickup_location: 'Airport', details: { dropoff_location: 'Hotel Sea' } }
  const first = await book(shop.core, transfer, ride)
  const second = await book(shop.core, transfer, { ...ride, customer_email: 'zoe@example.com' })
  const page = await open(`/admin/departures/${transfer.id}/2026-12-01`)
  const section = await resourcesOn(page)
  await shows(() => page.getByRole('region', { name: 'Resources' }), 'Unit 1 of 2', 'Unit 2 of 2')
  for (const { booking_reference: reference } of [first, second])
    expect(section.getByRole('link', { name: reference }).getAttribute('href')).toBe(`/admin/bookings/${reference}`)
  expect(section.getAllByText('No other unit is free at that time.')).toHaveLength(2)
})

test('a departure without resources has no such section; a failure can be retried', async () => {
  const tour = await addService(shop.core, 'tour')
  await book(shop.core, tour)
  let isLost = true
  const answers = { 'inventory/admin/resources/usesOfDeparture': () => (isLost ? lostConnection() : []) }
  const page = await open(`/admin/departures/${tour.id}/2026-12-01/10-00`, answers)
  await page.findByText('The resources of this departure could not be loaded.')
  isLost = false
  await press(page, 'Try again')
  await expect.poll(() => page.queryByText('The resources of this departure could not be loaded.')).toBeNull()
  expect(page.queryByRole('region', { name: 'Resources' })).toBeNull()
})
