// Who leaves on a day: on the screen, on paper and as a file.
import { readFile } from 'node:fs/promises'
import { expect, test } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'
import { book } from './support/bookings.ts'

test('the manifest lists a confirmed booking on its day, leads to it, and comes as a file and on paper', async ({
  page,
  request,
  guest,
}) => {
  const { id, reference } = await book(guest)
  const confirmed = await request.post(`/api/admin/bookings/${id}/confirmation`, { data: {} })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  const { travel_date: day } = await (await request.get(`/api/admin/bookings/${id}`)).json()
  await page.goto(`/admin/manifest?day=${day}`)
  const party = page.getByRole('listitem').filter({ hasText: reference })
  await expect(party).toContainText('Ria Sen')
  await expect(party).toContainText('2 adults, 1 child')
  await expect(party).toContainText('To collect: $155.00')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`manifest-${day}.csv`)
  expect(await readFile(await download.path(), 'utf8')).toContain(`,${reference},Ria Sen,`)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  await expect(party).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `manifest at ${width} px, ${colorScheme}`)
    }
  await page.getByRole('button', { name: 'The next day' }).click()
  await expect(page).not.toHaveURL(new RegExp(day))
  await expect(party).toHaveCount(0)
  await page.goBack()
  await party.getByRole('link', { name: reference }).click()
  await expect(page.getByRole('dialog', { name: new RegExp(reference) })).toBeVisible()
})
