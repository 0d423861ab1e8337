// A tour from its first field to the shop; src/admin/catalogue has the tests of tables, cells and the other kinds.
import type { Page } from '@playwright/test'
import { button, expect, test, toast } from './support/admin.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { proofFile } from './support/bookings.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

test('a tour is made with days, pictures and a video, and the shop shows it [A044, A049, A050, A051, A055, A056, A058, A059, A060, A061]', async ({
  page,
  request,
}) => {
  await page.goto('/admin/tours')
  await button(page, 'Add New').click()
  await expect(page).toHaveURL(/\/admin\/tours\/new$/)
  for (const name of ['Basic', 'Pricing', 'Content', 'Media', 'Details', 'Settings'])
    await expect(tab(page, name)).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2)

  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText(/Title is required.*Adult price is required/s)
  await expect(field(page, 'Title Required')).toBeFocused()
  await expect(tab(page, 'Pricing')).toContainText('1 error')
  await field(page, 'Title Required').fill('Falcon morning')
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Meet the falcons before the ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('heat')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- a glove')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a feather')
  await tab(page, 'Pricing').click()
  await field(page, 'Adult price Required').fill('abc')
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText('Please enter a valid amount')
  await field(page, 'Adult price Required').fill('49.50')

  await tab(page, 'Content').click()
  for (const [number, title] of [
    [1, 'The hospital'],
    [2, 'The flight'],
  ] as const) {
    await button(page, 'Add day').click()
    await expect(field(page, `Title of day ${number}`)).toBeFocused()
    await field(page, `Title of day ${number}`).fill(title)
    await field(page, `Description of day ${number}`).fill(`About ${title}`)
  }
  await button(page, 'Move day 2 up').focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Title of day 1')).toHaveValue('The flight')
  await field(page, 'Highlights').fill('One falcon\n\n  Two gloves  ')

  await tab(page, 'Media').click()
  const gallery = page.getByRole('group', { name: 'Gallery' })
  await gallery.locator('input[type=file]').setInputFiles({ ...proofFile, name: 'falcon.png' })
  await expect(gallery.getByRole('listitem')).toHaveCount(1)
  await gallery.getByRole('button', { name: 'Add image by URL' }).click()
  await page.getByRole('dialog').getByLabel('Enter image URL:').fill('/pictures/desert-1-800.webp')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(gallery.getByRole('listitem')).toHaveCount(2)
  await gallery.locator('input[type=file]').setInputFiles({ ...proofFile, name: 'x.png', buffer: Buffer.from('no') })
  await expect(gallery.getByRole('alert')).toContainText('Please upload a JPG or PNG image')
  await field(page, 'Video address').fill('https://vimeo.com/12345')
  await expect(page.getByRole('status').filter({ hasText: 'not a valid YouTube address' })).toBeVisible()

  await button(page, 'Save').click()
  await expect(toast(page, 'Tour created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/tours$/)
  await expect(row(page, 'Falcon morning')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Falcon morning is active' })).toBeChecked()

  // Tab saves a cell and moves on to the next one.
  await button(page, /^Edit Title of Falcon morning/).click()
  const title = page.getByRole('textbox', { name: 'Title of Falcon morning' })
  await title.fill('Falcon morning again')
  await title.press('Tab')
  await expect(button(page, /^Edit Title of Falcon morning again/)).toBeVisible()
  await expect(button(page, /^Edit Location of Falcon morning again/)).toBeFocused()

  await button(page, 'Edit Falcon morning again').click()
  await field(page, 'Title Required').fill('My falcons')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { version } = await (await request.get(`/api/admin/services/${id}`)).json()
  await request.patch(`/api/admin/services/${id}`, { data: { version, title: 'Their falcons' } })
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog', { name: 'Someone else has changed this item' })).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'conflict')
  await button(page, 'Use my version').click()
  await button(page, 'Save').click()
  // Other tests of this shop may have filled the page.
  await page.getByLabel('Search tours').fill('My falcons')
  await expect(row(page, 'My falcons')).toBeVisible()

  await page.goto('/tours/falcon-morning')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My falcons')
  await expect(page.getByRole('strong').filter({ hasText: /^heat$/ })).toBeVisible()
  await expect(page.locator('.prose li')).toHaveText(['a glove', 'a feather'])
  const html = await (await request.get('/tours/falcon-morning')).text()
  for (const text of ['Meet the falcons', 'The hospital', 'About The flight', 'Two gloves', '/media/', '/desert-1'])
    expect(html).toContain(text)
  expect(html).not.toContain('youtube')
  await expect(page.getByRole('region', { name: 'Pictures' })).toContainText('1 / 2 pictures')
  const picture = /\/media\/[^"\s,]+\.webp/.exec(html)?.[0] ?? ''
  expect((await request.get(picture)).headers()['content-type']).toBe('image/webp')
})

test('the preview beside the editor follows what is typed, keeps its place, and leads nowhere', async ({
  page,
  request,
}) => {
  const [tour] = (await (await request.get('/api/admin/services?kind=tour&limit=1')).json()).items
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/tours/${tour.id}`)
  const frame = page.locator('iframe[data-shown]')
  const shown = frame.contentFrame()
  await expect(shown.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(tour.title)
  // With the shop's own style sheet.
  await expect(shown.getByRole('heading', { level: 1, includeHidden: true })).toHaveCSS('font-weight', '700')
  const scrollY = () => frame.evaluate((each: HTMLIFrameElement) => Math.round(each.contentWindow?.scrollY ?? -1))
  await frame.evaluate((each: HTMLIFrameElement) => each.contentWindow?.scrollTo(0, 700))
  await field(page, 'Title Required').fill('Typed but never saved')
  await expect(shown.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Typed but never saved')
  expect(await scrollY()).toBe(700)

  await frame.evaluate((each: HTMLIFrameElement) => each.contentWindow?.scrollTo(0, 0))
  const place = await frame.boundingBox()
  await page.mouse.click((place?.x ?? 0) + 60, (place?.y ?? 0) + 32)
  await expect(shown.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Typed but never saved')
  await expect(page).toHaveURL(new RegExp(`/admin/tours/${tour.id}$`))
  await expectAccessibleByDayAndNight(page, 'the preview of an item')

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(frame).toHaveCount(0)
  await button(page, 'Preview').click()
  await expect(shown.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Typed but never saved')
  await button(page, 'Close preview').click()
  await expect(button(page, 'Preview')).toBeFocused()
  expect((await (await request.get(`/api/admin/services/${tour.id}`)).json()).title).toBe(tour.title)
})
