// A customer who changes the language on the way: in the form, on the payment page and in the tracker.
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { administrator, dayAhead, longDay, newEmail, safari } from './support/bookings.ts'
import { type ReadLanguage, wordsIn } from './support/reader.ts'
import { capturedMail, expect, test } from './support/shop.ts'

const arabic = wordsIn('ar')
const urdu = wordsIn('ur')

/** By the sheet in the header. */
async function readIn(page: Page, language: ReadLanguage | 'en', currency: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${currency}`) }).click()
  await page.getByRole('dialog').locator(`a[hreflang=${language}]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
const currencyIn = (say: (key: string) => string) => say('currency.button').split('{')[0]?.trim() ?? ''

test('a change of language loses nothing of the form, its promo code included, and the booking keeps the language it was made in', async ({
  page,
  playwright,
  shop,
}) => {
  const staff = await administrator(playwright, shop)
  const data = { code: 'urdu25', discount: { percentHundredths: 2_500 }, kinds: ['tour'] }
  const made = await staff.post('/api/admin/promo-codes', { data })
  expect(made.ok(), await made.text()).toBe(true)
  const email = newEmail()
  await page.goto(`/tours/${safari}/booking`)
  await page.getByRole('radio', { name: longDay(dayAhead(5)) }).check()
  await page.getByRole('radio', { name: '03:00 PM' }).check()
  await page.getByRole('button', { name: 'Add one adult' }).click()
  await page.getByLabel('Customer name').fill('Ria Sen')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('98123 45678')
  await page.getByLabel('Special requests').fill('A child seat, please')
  await page.getByRole('button', { name: 'Have a promo code?' }).click()
  await page.getByLabel('Promo code').fill('urdu25')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Promo code URDU25').first()).toBeVisible()
  const price = /\$[\d.]+/.exec(await page.getByRole('main').innerText())?.[0]

  await readIn(page, 'ar', 'Currency')
  await expect(page).toHaveURL(new RegExp(`/ar/tours/${safari}/booking`))
  const date = page.getByRole('group', { name: arabic('booking.date') }).getByRole('radio', { checked: true })
  await expect(date).toHaveValue(dayAhead(5))
  await expect(
    page.getByRole('group', { name: arabic('booking.time') }).getByRole('radio', { checked: true }),
  ).toHaveValue('15:00')
  await expect(page.getByLabel(arabic('contactFields.name'))).toHaveValue('Ria Sen')
  await expect(page.getByRole('textbox', { name: arabic('contactFields.email') })).toHaveValue(email)
  await expect(page.getByText('URDU25').first()).toBeVisible()
  expect(await page.locator('textarea').last().inputValue()).toBe('A child seat, please')
  expect(price).toBeTruthy()

  await page
    .getByRole('button', { name: arabic('booking.bookNow') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/ar\/booking-payment\?/)
  const query = new URL(page.url()).searchParams
  const [id, token] = [query.get('bookingId') ?? '', query.get('token') ?? '']
  const stored = async () => (await staff.get(`/api/admin/bookings/${id}`)).json()
  expect(await stored()).toMatchObject({ language: 'ar', adults_count: 2, promo_code: 'URDU25' })

  // In English, and with a link that names Urdu: the page, and nothing else.
  await page.goto(`/booking-payment?bookingId=${id}&token=${encodeURIComponent(token)}`)
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await page.goto(`/ur/track-booking?bookingId=${id}&token=${encodeURIComponent(token)}`)
  await expect(page.getByRole('region', { name: urdu('tracker.result'), exact: true })).toBeVisible()
  await readIn(page, 'en', currencyIn(urdu))
  expect(new URL(page.url()).searchParams.get('token')).toBe(token)
  await expect(page.getByRole('region', { name: 'Your booking', exact: true })).toBeVisible()
  const confirmed = await staff.post(`/api/admin/bookings/${id}/confirmation`, { data: {} })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  const languagesOfMails = async () => {
    const mails = await Promise.all((await capturedMail(shop)).map((text) => PostalMime.parse(text)))
    const own = mails.filter(({ to }) => to?.some(({ address }) => address === email))
    return own.map(({ html }) => /<html lang="([^"]*)"/.exec(html ?? '')?.[1])
  }
  await expect.poll(languagesOfMails).toEqual(['ar', 'ar'])
  expect(await stored()).toMatchObject({ language: 'ar' })
  await staff.dispose()
})
