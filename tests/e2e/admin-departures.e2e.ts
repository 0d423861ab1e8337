import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'
import { expectAccessibleInBothSchemes } from './support/axe.ts'
import { book } from './support/bookings.ts'

const safariTitle = /^Evening Desert Safari with BBQ Dinner/

async function expectAccessibleInEachWidth(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectAccessibleInBothSchemes(page, `${name} at ${width} px`)
  }
}

test('a departure of the week leads to its page, which lists the booking, on paper and as a file too', async ({
  page,
  request,
  guest,
}) => {
  const { id, reference } = await book(guest)
  const { service_id, travel_date: day, travel_time } = await (await request.get(`/api/admin/bookings/${id}`)).json()
  await page.goto(`/admin/departures?day=${day}&q=desert`)
  const address = `/admin/departures/${service_id}/${day}/${travel_time.replace(':', '-')}`
  const departure = page.getByRole('row', { name: safariTitle }).locator(`a[href="${address}"]`)
  await expect(departure).toBeVisible()
  await expectAccessibleInEachWidth(page, 'departures')
  await departure.click()
  await expect(page).toHaveURL(address)
  const party = page.getByRole('listitem').filter({ hasText: reference })
  await expect(party).toContainText('Ria Sen')
  await expect(party).toContainText('2 adults, 1 child')
  await expect(party).toContainText('Collect: $155.00')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^departure-${day}-\\d\\d-\\d\\d\\.csv$`))
  expect(await readFile(await download.path(), 'utf8')).toContain(`,${reference},pending,Ria Sen,`)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  await expect(party).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expectAccessibleInEachWidth(page, 'departure')
  await page.getByRole('button', { name: 'Edit departure' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInEachWidth(page, 'departure editor')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel departure' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this departure?' })
  await expect(question).toContainText(reference)
  await expectAccessibleInEachWidth(page, 'cancelling a departure')
  await question.getByRole('button', { name: 'Keep departure' }).click()
  await page.getByRole('button', { name: 'Message to all' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInEachWidth(page, 'message to all')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await party.getByRole('link', { name: reference }).click()
  await expect(page).toHaveURL(`/admin/bookings/${reference}`)
  await expect(page.getByRole('heading', { name: `Booking ${reference}` })).toBeVisible()
})
