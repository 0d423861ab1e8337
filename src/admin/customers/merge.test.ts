// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, book } from '../../modules/booking/testing/fixtures.ts'
import { press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
const open = screensOf(shop, await shop.signIn('support'))
const tour = await addService(core, 'tour')
await book(core, tour, { customer_name: 'Omar Saleh', customer_email: 'omar@example.com' })
await book(core, tour, { customer_name: 'Saleh Omar', customer_email: 'saleh@example.com' })
await core.db.updateTable('bookings').set({ customer_phone: null }).execute()
await shop.shop.jobs['record-customers']?.({})
const idOf = async (email: string) =>
  (await core.db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

test('staff merge a duplicate after a preview, open its old address and separate the two again', async () => {
  const [omar, saleh] = [await idOf('omar@example.com'), await idOf('saleh@example.com')]
  const screen = await open(`/admin/customers/${omar}`)
  await press(screen, 'Merge with another customer...')
  const choice = within(await screen.findByRole('dialog', { name: 'Merge another customer into Omar Saleh' }))
  await choice.findByText('Similar name')
  await press(choice, 'Choose Saleh Omar')
  const preview = within(await screen.findByRole('dialog', { name: 'Check the merge' }))
  await preview.findByText('Everything of Saleh Omar moves into Omar Saleh. Afterwards there is one record.')
  await preview.findByText('1 booking')
  await preview.findByText(
    (_, line) => line?.tagName === 'LI' && line.textContent === 'Email address saleh@example.com',
  )
  const group = within(await preview.findByRole('group', { name: 'Which email address should be used?' }))
  // The address may break before its @.
  await press(group, /^saleh ?@example\.com$/, 'radio')
  await press(preview, 'Merge customers')
  await toast(screen, 'Saleh Omar merged into this customer')
  await shows(() => screen.getByRole('region', { name: 'Contact' }), 'saleh@example.com', 'omar@example.com')
  await screen.findByRole('region', { name: 'Bookings (2)' })

  const old = await open(`/admin/customers/${saleh}`)
  await old.findByRole('heading', { name: 'Omar Saleh', level: 1 })
  await expect.poll(() => location.pathname).toBe(`/admin/customers/${omar}`)
  await press(old, 'Separate Saleh Omar from Omar Saleh')
  await press(within(await old.findByRole('dialog')), 'Separate customers')
  await toast(old, 'Saleh Omar has a record of its own again')
  await old.findByRole('region', { name: 'Bookings (1)' })
  expect(await idOf('saleh@example.com')).toBe(saleh)
})
