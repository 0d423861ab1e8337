// The catalogue in the back office: tables, cells, cards and editors of every kind, as staff use them in a browser.
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, readBooking, test, toast } from './support/admin.ts'
import { expectAccessible, expectAccessibleByDayAndNight } from './support/axe.ts'
import { book, proofFile } from './support/bookings.ts'
import { hold } from './support/shop.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const titles = async (page: Page) => (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.trim())

type Body = Readonly<Record<string, unknown>>
async function add(request: APIRequestContext, kind: string, title: string, details: Body, more: Body = {}) {
  const answer = await request.post('/api/admin/services', { data: { kind, title, details, ...more } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}
const addTour = (request: APIRequestContext, title: string) =>
  add(request, 'tour', title, { price_adult: 5_500, location: 'Dubai' })
const read = async (request: APIRequestContext, id: string) => (await request.get(`/api/admin/services/${id}`)).json()
const patch = (request: APIRequestContext, id: string, data: Body) =>
  request.patch(`/api/admin/services/${id}`, { data })

test('a tour is made with days, pictures and a video, and the shop shows it [A044, A049, A050, A051, A055, A056, A058, A059, A060]', async ({
  page,
  request,
}) => {
  await page.goto('/admin/tours')
  await button(page, 'Add New').click()
  await expect(page).toHaveURL(/\/admin\/tours\/new$/)
  for (const name of ['Basic', 'Pricing', 'Content', 'Media', 'Details', 'Settings'])
    await expect(tab(page, name)).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2)

  // What is missing is named, at the field, and on its tab.
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText(/Title is required.*Adult price is required/s)
  await expect(field(page, 'Title Required')).toBeFocused()
  await expect(tab(page, 'Pricing')).toContainText('1 error')
  await field(page, 'Title Required').fill('Falcon morning')
  await field(page, 'Description').fill('Meet the falcons before the heat.')
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
  await gallery.getByRole('button', { name: 'Add image by address' }).click()
  await page.getByRole('dialog').getByLabel('Enter image URL:').fill('/pictures/desert-1-800.webp')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(gallery.getByRole('listitem')).toHaveCount(2)
  await gallery.locator('input[type=file]').setInputFiles({ ...proofFile, name: 'x.png', buffer: Buffer.from('no') })
  await expect(gallery.getByRole('alert')).toContainText('Please upload a JPG or PNG image')
  await field(page, 'Video address').fill('https://vimeo.com/12345')
  await expect(page.getByRole('status').filter({ hasText: 'not recognised as a YouTube video' })).toBeVisible()

  await button(page, 'Save').click()
  await expect(toast(page, 'Tour created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/tours$/)
  await expect(row(page, 'Falcon morning')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Falcon morning is active' })).toBeChecked()

  await page.goto('/tours/falcon-morning')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falcon morning')
  const html = await (await request.get('/tours/falcon-morning')).text()
  for (const text of ['Meet the falcons', 'The hospital', 'About The flight', 'Two gloves', '/media/', '/desert-1'])
    expect(html).toContain(text)
  expect(html).not.toContain('youtube')
  await expect(page.getByRole('region', { name: 'Pictures' })).toContainText('1 / 2 photos')
  const picture = /\/media\/[^"\s,]+\.webp/.exec(html)?.[0] ?? ''
  expect((await request.get(picture)).headers()['content-type']).toBe('image/webp')
})

test.describe('the table', () => {
  test('starts by title, and every column sorts it, up and down [A041, A043]', async ({ page }) => {
    for (const [section, name] of [
      ['tours', 'Tours'],
      ['packages', 'Packages'],
      ['visas', 'Visas'],
      ['tickets', 'Tickets'],
    ] as const) {
      await page.goto(`/admin/${section}`)
      await expect(page.getByRole('table', { name })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
      const shown = (await titles(page)).map((title) => title.toLowerCase())
      expect(shown).toEqual([...shown].sort())
      const headers = page.getByRole('columnheader')
      const names = (await headers.allInnerTexts()).filter((text) => text.trim() !== '' && text !== 'Actions')
      await expect(headers.getByRole('button')).toHaveCount(names.filter((text) => text !== 'Picture').length)
    }
    await page.goto('/admin/tours')
    const price = page.getByRole('columnheader', { name: 'Adult price' })
    for (const [way, sorted] of [
      ['ascending', (a: number, b: number) => a - b],
      ['descending', (a: number, b: number) => b - a],
    ] as const) {
      await price.getByRole('button').click()
      await expect(price).toHaveAttribute('aria-sort', way)
      const amounts = () => page.getByRole('button', { name: /^Edit Adult price/ }).allInnerTexts()
      const inOrder = async () => {
        const shown = (await amounts()).map((text) => Number(text.replace(/[^\d.]/g, '')))
        return JSON.stringify(shown) === JSON.stringify([...shown].sort(sorted))
      }
      await expect.poll(inOrder).toBe(true)
    }
    await page.goto('/admin/tours?q=submarine')
    await expect(page.getByText('No tours found', { exact: true })).toBeVisible()
  })

  test('is edited in its cells: Enter saves, Escape does not, a rule refuses [A045, A046, A048, A061]', async ({
    page,
    request,
  }) => {
    const { id, slug } = await addTour(request, 'Inline tour')
    await page.goto('/admin/tours?q=inline')
    await button(page, /^Edit Adult price of Inline tour/).click()
    const price = page.getByRole('textbox', { name: 'Adult price of Inline tour' })
    await expect(price).toHaveValue('55.00')
    await price.fill('61.25')
    await price.press('Enter')
    await expect(button(page, /^Edit Adult price of Inline tour/)).toHaveText('$61.25')
    await expect(button(page, /^Edit Adult price of Inline tour/)).toBeFocused()
    await page.reload()
    await expect(button(page, /^Edit Adult price of Inline tour/)).toHaveText('$61.25')

    let changes = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/catalogue/admin/update')) changes++
    })
    await button(page, /^Edit Title of Inline tour/).click()
    const title = page.getByRole('textbox', { name: 'Title of Inline tour' })
    await title.fill('Something else')
    await title.press('Escape')
    await expect(button(page, /^Edit Title of Inline tour/)).toBeFocused()
    await button(page, /^Edit Title of Inline tour/).click()
    await title.fill(' ')
    await title.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Title is required')
    expect(changes).toBe(0)
    await title.press('Escape')
    expect((await read(request, id)).title).toBe('Inline tour')

    // Tab saves, and goes on to the next cell.
    await button(page, /^Edit Title of Inline tour/).click()
    await title.fill('Inline tour again')
    await title.press('Tab')
    await expect(button(page, /^Edit Title of Inline tour again/)).toBeVisible()
    await expect(button(page, /^Edit Location of Inline tour again/)).toBeFocused()

    const status = page.getByRole('switch', { name: 'Inline tour again is active' })
    await status.click()
    await expect(status).not.toBeChecked()
    await expect.poll(async () => (await request.get(`/tours/${slug}`)).status()).toBe(404)
    await status.click()
    await expect.poll(async () => (await request.get(`/tours/${slug}`)).status()).toBe(200)
  })

  test('is asked for once in five minutes, and again after a change [A067]', async ({ page, request }) => {
    await page.clock.install()
    await addTour(request, 'Cached tour')
    let lists = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/catalogue/admin/list')) lists++
    })
    const section = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
    await page.goto('/admin/tours?q=cached')
    await expect(row(page, 'Cached tour')).toBeVisible()
    expect(lists).toBe(1)
    const awayAndBack = async () => {
      await section('Bookings').click()
      await expect(page.getByRole('heading', { name: 'Bookings' })).toBeVisible()
      await page.goBack()
      await expect(row(page, 'Cached tour')).toBeVisible()
    }
    await awayAndBack()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.clock.runFor('04:00')
    await awayAndBack()
    expect(lists).toBe(1)
    await page.clock.runFor('02:00')
    await awayAndBack()
    await expect.poll(() => lists).toBe(2)
    // Out of use for more than ten minutes it is not kept: nothing of it is shown while it is asked for again.
    await section('Bookings').click()
    await expect(page.getByRole('heading', { name: 'Bookings' })).toBeVisible()
    await page.clock.runFor('10:30')
    const answer = await hold(page, '**/catalogue/admin/list')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Tours' })).toBeVisible()
    await expect.poll(() => lists).toBe(3)
    await expect(row(page, 'Cached tour')).toHaveCount(0)
    answer()
    await expect(row(page, 'Cached tour')).toBeVisible()
  })
})

test('of two editors the second sees both versions and loses neither [A047, A318, A320]', async ({ page, request }) => {
  const { id } = await addTour(request, 'Contested tour')
  await page.goto(`/admin/tours/${id}`)
  await field(page, 'Title Required').fill('My title')
  await field(page, 'Duration').fill('5 hours')
  await patch(request, id, { version: 1, title: 'Their title', details: { location: 'Ajman' } })
  await button(page, 'Save').click()
  const region = page.getByRole('region', { name: 'Messages' })
  await expect(region).toContainText(/Error.*Somebody else has changed this meanwhile/s)
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' })
  await expect(dialog.getByRole('region', { name: 'Title' })).toContainText(/MineMy title.*TheirsTheir title/s)
  // Beside the region of the messages, which lies in the dialog while it is open.
  await expect(dialog.getByRole('region').filter({ hasText: 'Mine' })).toHaveCount(1)
  expect(await read(request, id)).toMatchObject({ title: 'Their title', version: 2 })
  await expectAccessibleByDayAndNight(page, 'conflict')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(field(page, 'Title Required')).toHaveValue('My title')
  await expect(field(page, 'Location')).toHaveValue('Ajman')
  await button(page, 'Save').click()
  await expect(toast(page, 'Tour updated successfully')).toBeVisible()
  const stored = await read(request, id)
  expect(stored).toMatchObject({ title: 'My title', details: { location: 'Ajman', duration: '5 hours' } })
})

test('nobody leaves a form with changes without being asked', async ({ page, request }) => {
  const { id } = await addTour(request, 'Left tour')
  await page.goto(`/admin/tours/${id}`)
  await field(page, 'Title Required').fill('Changed and left')
  await expect(page.getByText('Unsaved Changes')).toBeVisible()
  await button(page, 'Cancel').click()
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(field(page, 'Title Required')).toHaveValue('Changed and left')
  await button(page, 'Cancel').click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/admin\/tours$/)
  expect((await read(request, id)).title).toBe('Left tour')
})

const quicker = 'Somebody else has changed this meanwhile. Load it again and repeat the change.'
const failures: Readonly<Record<string, string>> = {
  transfers: 'Failed to save transfer',
  umrah: `Failed to save package: ${quicker}`,
}
type Texts = {
  section: string
  /** As it is called in sentences: 'visa service'. */
  name: string
  entity: string
  title: string
  price: string
  more?: readonly string[]
}
/** Makes an item, changes it beside somebody else, and deletes it after a question. */
const lifecycle =
  ({ section, name, entity, title, price, more = [] }: Texts) =>
  async ({ page, request }: { page: Page; request: APIRequestContext }) => {
    await page.goto(`/admin/${section}/new`)
    const isDialog = section === 'transfers' || section === 'umrah'
    if (isDialog) await expect(page.getByRole('dialog')).toBeVisible()
    if (section === 'umrah')
      await expect(page.getByRole('tab')).toHaveText(['Basic Info', 'Details', 'Inclusions', 'Policies'])
    const called = `Zebra ${section}`
    await field(page, `${title} Required`).fill(called)
    if (section !== 'umrah') {
      for (const label of more) await field(page, `${label} Required`).fill('Oman')
      await tab(page, 'Pricing').click()
    }
    await field(page, `${price} Required`).fill('10')
    const currencies = page.locator('.input-affix').filter({ has: field(page, `${price} Required`) })
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
    await expect(currencies).toHaveText('EUR')
    if (section === 'umrah') {
      await tab(page, 'Details').click()
      await field(page, 'Days Required').fill('5')
      await field(page, 'Nights Required').fill('4')
    }
    await button(page, 'Save').click()
    await expect(toast(page, `${entity} created successfully`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/admin/${section}$`))
    await page.goto(`/admin/${section}?q=zebra`)
    await button(page, /^Edit (?!.* of ).*Zebra/).click()
    await expect(field(page, `${title} Required`)).toHaveValue(called)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await patch(request, id, { version: 1, is_featured: true })
    await field(page, `${title} Required`).fill(`${called} two`)
    await button(page, 'Save').click()
    await expect(toast(page, failures[section] ?? quicker)).toBeVisible()
    await button(page, 'Keep mine').click()
    await button(page, 'Save').click()
    await expect(toast(page, `${entity} updated successfully`)).toBeVisible()

    let removals = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/catalogue/admin/remove')) removals++
    })
    await button(page, /^Delete .*Zebra.* two$/).click()
    const question = page.getByRole('dialog').filter({ hasText: `Are you sure you want to delete this ${name}?` })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(removals).toBe(0)
    await button(page, /^Delete .*Zebra.* two$/).click()
    if (section in failures) {
      await page.route('**/catalogue/admin/remove', (route) => route.abort(), { times: 1 })
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(toast(page, `Failed to delete ${name}`)).toBeVisible()
      await button(page, /^Delete .*Zebra.* two$/).click()
    }
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, `${entity} deleted successfully`)).toBeVisible()
    const plural = section === 'umrah' ? 'umrah packages' : section
    await expect(page.getByText(`No ${plural} found`, { exact: true })).toBeVisible()
  }

test(
  'an item of tours is made, changed and deleted after a question, and says so [A064, A079]',
  lifecycle({ section: 'tours', name: 'tour', entity: 'Tour', title: 'Title', price: 'Adult price' }),
)
test(
  'an item of packages is made, changed and deleted after a question, and says so [A064, A084]',
  lifecycle({
    ...{ section: 'packages', name: 'package', entity: 'Package', title: 'Title', price: 'Adult price' },
    more: ['Destination'],
  }),
)
test(
  'an item of visas is made, changed and deleted after a question, and says so [A064, A089]',
  lifecycle({
    ...{ section: 'visas', name: 'visa service', entity: 'Visa service', title: 'Visa type', price: 'Price' },
    more: ['Country'],
  }),
)
test(
  'an item of tickets is made, changed and deleted after a question, and says so [A064, A094]',
  lifecycle({ section: 'tickets', name: 'ticket', entity: 'Ticket', title: 'Title', price: 'Adult price' }),
)
test(
  'an item of transfers is made, changed and deleted after a question, and says so [A064, A096, A102]',
  lifecycle({ section: 'transfers', name: 'transfer', entity: 'Transfer', title: 'Title', price: 'Base price' }),
)
test(
  'an item of Umrah packages is made, changed and deleted after a question, and says so [A064, A106, A113, A119, A120]',
  lifecycle({ section: 'umrah', name: 'package', entity: 'Package', title: 'Title', price: 'Price per person' }),
)

test('transfers are cards, newest first, and say when they cannot be loaded [A095, A102]', async ({
  page,
  request,
}) => {
  await add(
    request,
    'transfer',
    'Card transfer',
    { base_price: 12_000, transfer_type: 'City Transfer', vehicle_type: 'Minibus', description: 'Across the town' },
    { is_featured: true },
  )
  await page.goto('/admin/transfers')
  const card = page.getByRole('list', { name: 'Transfers' }).getByRole('listitem').first()
  for (const text of ['Card transfer', 'Across the town', '120.00', 'د.إ', 'Active', 'Minibus', 'Featured'])
    await expect(card).toContainText(text)
  await expect(card.getByRole('button', { name: 'Delete Card transfer' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Edit Card transfer' })).toBeVisible()
  await page.route('**/catalogue/admin/list', (route) => route.abort())
  await page.reload()
  await expect(toast(page, 'Failed to load transfers')).toBeVisible()
})

test('Ok to Board is one form, of one record [A121, A123, A130]', async ({ page, request }) => {
  const count = async () => (await (await request.get('/api/admin/services?kind=ok_to_board')).json()).total
  const before = await count()
  await page.goto('/admin/ok-to-board')
  await expect(page.getByRole('tab')).toHaveCount(0)
  for (const label of ['Base price', 'Processing fee', 'Processing time', 'Tax rate', 'Requirements', 'Features'])
    await expect(field(page, label)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked()
  await field(page, 'Processing time').fill('36 hours')
  await button(page, 'Save').click()
  await expect(toast(page, 'Ok to Board service updated successfully')).toBeVisible()
  await page.reload()
  await expect(field(page, 'Processing time')).toHaveValue('36 hours')
  expect(await count()).toBe(before)
  await page.route('**/catalogue/admin/update', (route) => route.abort())
  await field(page, 'Processing time').fill('24 hours')
  await button(page, 'Save').click()
  await expect(toast(page, 'Failed to save Ok to Board service')).toBeVisible()
  await page.route('**/catalogue/admin/list', (route) => route.abort())
  await page.reload()
  await expect(toast(page, 'Failed to load Ok to Board service')).toBeVisible()
})

test('Ok to Board without a record opens with the defaults and no complaint, and its first save makes it [A122, A123, A130]', async ({
  page,
  request,
}) => {
  const [known] = (await (await request.get('/api/admin/services?kind=ok_to_board')).json()).items
  const made = await read(request, known.id)
  let stored: unknown[] = []
  await page.route('**/catalogue/admin/list', (route) =>
    route.fulfill({ json: { json: { items: stored, total: stored.length } } }),
  )
  let sent: { json: Body } | undefined
  await page.route('**/catalogue/admin/create', (route) => {
    sent = route.request().postDataJSON()
    stored = [known]
    return route.fulfill({ json: { json: made } })
  })
  await page.goto('/admin/ok-to-board')
  const defaults = {
    'Base price': '2999.00',
    'Processing fee': '199.00',
    'Processing time': '48 hours',
    'Tax rate': '0.18',
  }
  for (const [label, value] of Object.entries(defaults)) await expect(field(page, label)).toHaveValue(value)
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0)
  await field(page, 'Title Required').fill('Ok to Board')
  await button(page, 'Save').click()
  await expect(toast(page, 'Ok to Board service created successfully')).toBeVisible()
  const details = { base_price: 299_900, processing_fee: 19_900, processing_time: '48 hours', tax_rate: '0.18' }
  expect(sent?.json).toMatchObject({ kind: 'ok_to_board', title: 'Ok to Board', details })
  // The next save is of the record that is there now.
  await page.route('**/catalogue/admin/update', (route) => {
    sent = route.request().postDataJSON()
    return route.fulfill({ json: { json: { ...made, version: made.version + 1 } } })
  })
  await field(page, 'Processing time').fill('50 hours')
  await button(page, 'Save').click()
  await expect(toast(page, 'Ok to Board service updated successfully')).toBeVisible()
  expect(sent?.json).toMatchObject({ id: made.id, details: { processing_time: '50 hours' } })
})

test('many are switched at once; what was booked is archived, and that is said [A065]', async ({ page, request }) => {
  for (const title of ['Fleet one', 'Fleet two']) await addTour(request, title)
  await page.goto('/admin/tours?q=fleet')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: '2 selected' })
  await bar.getByRole('button', { name: 'Set inactive' }).click()
  await expect(toast(page, '2 items changed')).toBeVisible()
  for (const title of ['Fleet one', 'Fleet two'])
    await expect(page.getByRole('switch', { name: `${title} is active` })).not.toBeChecked()

  const { id, slug } = await addTour(request, 'Booked tour')
  const booked = await book(request, { service_id: id, children_count: 0 })
  await page.goto('/admin/tours?q=booked')
  await button(page, 'Delete Booked tour').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Tour archived')).toBeVisible()
  await expect(row(page, 'Booked tour')).toHaveCount(0)
  expect((await request.get(`/tours/${slug}`)).status()).toBe(404)
  expect((await readBooking(request, booked.id)).service_title).toBe('Booked tour')
})

test('every part of the catalogue is accessible, light and dark, wide and narrow', async ({ page, request }) => {
  const { id } = await addTour(request, 'Accessible tour')
  const umrah = (await (await request.get('/api/admin/services?kind=umrah&limit=1')).json()).items[0]
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of ['/admin/tours', `/admin/tours/${id}`, '/admin/transfers', `/admin/umrah/${umrah.id}`]) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^(Add New|Save)$/ }).last()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /Loading/ })).toHaveCount(0)
      await expectAccessible(page, `${path} ${width} ${scheme}`)
    }
  }
})
