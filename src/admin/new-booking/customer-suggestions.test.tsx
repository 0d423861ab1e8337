// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, book } from '../../modules/booking/testing/fixtures.ts'
import type { CustomerRow } from '../../modules/customer/index.ts'
import { fillIn, press, typedIn } from '../testing/hands.ts'
import { passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const tour = await addService(shop.core, 'tour', {}, { title: 'Desert safari' })
await book(shop.core, tour, { customer_name: 'Omar Saleh', customer_email: 'omar@example.com' })
await shop.shop.jobs['record-customers']?.({})
const open = screensOf(shop, await shop.signIn('support'))

test('a phone number, name or address suggests customers, and choosing one fills in the contact', async () => {
  const asked: string[] = []
  const page = await open('/admin/bookings?new=1', {
    'customer/admin/list': ({ q }: { q: string } & CustomerRow) => {
      asked.push(q)
      return passOn
    },
  } as never)
  fireEvent.click(await page.findByRole('radio', { name: 'Tour' }))
  await press(page, /Desert safari/)
  await fillIn(page, /^Full name/, 'sa')
  await fillIn(page, /^Phone/, '98765 43210')
  const suggestion = await page.findByRole('button', { name: /Omar Saleh/ })
  await page.findByText('1 known customer: select to fill in the contact')
  fireEvent.click(suggestion)
  await expect.poll(() => typedIn(page, /^Email(?!s)/)).toBe('omar@example.com')
  expect([typedIn(page, /^Full name/), typedIn(page, /^Phone/)]).toEqual(['Omar Saleh', '+919876543210'])
  expect(page.queryByRole('button', { name: /Omar Saleh/ })).toBeNull()
  expect(asked).toEqual(['98765 43210'])
})
