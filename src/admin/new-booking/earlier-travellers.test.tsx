// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, book } from '../../modules/booking/testing/fixtures.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { fillIn, press } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const visa = await addService(shop.core, 'visa')
const earlier = await book(shop.core, await addService(shop.core, 'tour'), {
  ...{ customer_name: 'Anita Rao', customer_email: 'anita@example.com', customer_phone: '+919876543210' },
})
const people = [
  { first_name: 'Anita', last_name: 'Rao', date_of_birth: '1988-05-12', passport_number: 'P1234567' },
  { first_name: 'Ravi', last_name: 'Rao', date_of_birth: '2018-01-01', passport_number: 'P7654321' },
]
for (const [position, person] of people.entries())
  await shop.core.db
    .insertInto('booking_travelers')
    .values({ id: newId(), booking_id: earlier.id, position, traveler_type: 'adult', ...person })
    .execute()
await shop.shop.jobs['record-customers']?.({})
const open = screensOf(shop, await shop.signIn('support'))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('travellers of earlier bookings are taken over into a sale', async () => {
  const page = await open('/admin/bookings?new=1')
  fireEvent.click(await page.findByRole('radio', { name: 'Visa' }))
  await press(page, new RegExp(visa.title))
  await fillIn(page, /^Phone/, '98765 43210')
  expect(page.queryByRole('button', { name: 'Travellers of earlier bookings' })).toBeNull()
  await press(page, /Anita Rao/)
  await press(page, 'Travellers of earlier bookings')
  fireEvent.click(await page.findByRole('checkbox', { name: /^Anita Rao/ }))
  fireEvent.click(await page.findByRole('checkbox', { name: /^Ravi Rao/ }))
  await press(page, 'Create booking')
  await page.findAllByText('Choose the day of arrival')
  await fillIn(page, /^Arrival/, inDays(30))
  await fillIn(page, /^Departure/, inDays(40))
  // Each of the two has a price.
  await expect.poll(() => document.body.textContent.includes('Total $180.00')).toBe(true)
  await press(page, 'Create booking')
  const travellers = () =>
    shop.core.db
      .selectFrom('booking_travelers')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['position', 'first_name', 'traveler_type', 'passport_number', 'adults_count', 'children_count'])
      .where('service_type', '=', 'visa')
      .orderBy('position')
      .execute()
  await expect.poll(async () => (await travellers()).length, { timeout: 10_000 }).toBe(2)
  const party = { adults_count: 1, children_count: 1 }
  expect(await travellers()).toEqual([
    { position: 0, first_name: 'Anita', traveler_type: 'adult', passport_number: 'P1234567', ...party },
    { position: 1, first_name: 'Ravi', traveler_type: 'child', passport_number: 'P7654321', ...party },
  ])
})
