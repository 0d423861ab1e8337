// The content sections of the back office in a browser: what staff do there, and what visitors see of it.
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { formatMoney } from '../../src/kernel/money.ts'
import { button, expect, nobody, test, toast } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { faultsOf } from './support/axe.ts'
import { dayAhead, longDay, newEmail, proofFile, safari } from './support/bookings.ts'
import { ownAddress, type RunningShop } from './support/shop.ts'

const rows = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).locator('> li')
async function sent(
  request: APIRequestContext,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
) {
  const answer = await request[method](`/api/admin/${path}`, data ? { data } : {})
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}
/** A visitor who is nobody's staff. */
async function visitor(browser: Browser, shop: RunningShop, seed: string): Promise<Page> {
  const extraHTTPHeaders = { 'x-forwarded-for': ownAddress(seed) }
  const context = await otherBrowser(browser, { baseURL: shop.url, storageState: nobody, extraHTTPHeaders })
  return context.newPage()
}
/** Every call of this procedure fails as if the shop could not be reached. */
const cut = (page: Page, procedure: string) => page.route(`**/rpc/${procedure}`, (route) => route.abort())

test('a promo code that is made in the back office makes a booking in the shop cheaper, and is counted', async ({
  page,
  browser,
  shop,
}) => {
  await page.goto('/admin/promos')
  await button(page, 'Add New').click()
  const dialog = page.getByRole('dialog', { name: 'New promo code' })
  await button(page, 'Save').click()
  await expect(dialog.getByText('Enter a percentage above 0 and up to 100')).toBeVisible()
  await dialog.getByLabel('Code', { exact: false }).first().fill('desk 25')
  await dialog.getByLabel('Percent off').fill('25')
  await dialog.getByLabel(/^Starts/).fill(`${dayAhead(-1)}T00:00`)
  await dialog.getByLabel('Tours').check()
  await dialog.getByLabel(/^Only these services/).fill('Evening Desert')
  await dialog.getByRole('option', { name: /^Evening Desert Safari/ }).click()
  await expect(dialog.getByRole('button', { name: /^Remove Evening Desert Safari/ })).toBeVisible()
  await button(page, 'Save').click()
  await expect(toast(page, 'Promo code created successfully')).toBeVisible()
  const row = page.getByRole('row', { name: /DESK25/ })
  await expect(row).toContainText('25 %')
  await expect(row).toContainText('Tour: 1 service')

  const guest = await visitor(browser, shop, 'promo guest')
  await guest.goto(`/tours/${safari}`)
  const form = guest.getByRole('form')
  await form.getByRole('radio', { name: longDay(dayAhead(5)) }).check()
  await form.getByRole('radio', { name: '03:00 PM' }).check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('button', { name: 'Have a promo code?' }).click()
  await form.getByLabel('Promo code').fill('desk25')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form.getByText('Promo code DESK25')).toBeVisible()
  await form.getByLabel('Customer name').fill('Ria Sen')
  await form.getByLabel('Email address').fill(newEmail())
  await form.getByLabel('Phone number').fill('98123 45678')
  await form.getByRole('button', { name: 'Book Now' }).click()
  await expect(guest.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await expect(guest.locator('.price', { hasText: '$41.25' })).toBeVisible()

  await page.reload()
  await expect(row.getByRole('cell').nth(3)).toHaveText('1')
  await expect(button(page, 'Delete DESK25')).toHaveCount(0)
  await button(page, 'Deactivate DESK25').click()
  await expect(row).toContainText('Switched off')
  await guest.goto(`/tours/${safari}`)
  await form.getByRole('radio', { name: longDay(dayAhead(6)) }).check()
  await form.getByRole('radio', { name: '03:00 PM' }).check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('button', { name: 'Have a promo code?' }).click()
  await form.getByLabel('Promo code').fill('desk25')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form.getByText('This promo code is not valid')).toBeVisible()
  await guest.context().close()
})

test('sliders are made with a picture from the device, changed, moved and deleted, and home follows [A234, A236, A237, A238, A240]', async ({
  page,
  browser,
  shop,
}) => {
  const guest = await visitor(browser, shop, 'slider guest')
  await page.goto('/admin/sliders')
  await expect(rows(page, 'Sliders').first()).toBeVisible()
  const before = await rows(page, 'Sliders').count()
  await button(page, 'Add New').click()
  const dialog = page.getByRole('dialog', { name: 'New slider' })
  await expect(dialog.getByLabel('Button text')).toHaveValue('Learn More')
  await expect(dialog.getByLabel('Button colour')).toHaveValue('#3b82f6')
  const overlay = dialog.getByLabel('Background overlay opacity')
  await expect(overlay).toHaveValue('0.5')
  for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.1' }))
    await expect(overlay).toHaveAttribute(name, value)
  await expect(dialog.getByLabel('Display order')).toHaveValue('0')
  await expect(dialog.getByLabel('Active')).toBeChecked()
  await button(page, 'Save').click()
  await expect(toast(page, 'Title and image URL are required')).toBeVisible()
  await dialog.getByLabel('Title', { exact: true }).fill('From the desk')
  await dialog.getByLabel(/^Link URL/).fill('javascript:alert(1)')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: /^Upload picture/ }).click(),
  ])
  await chooser.setFiles(proofFile)
  await expect(dialog.getByLabel('Image URL')).toHaveValue(/^\/media\//)
  await button(page, 'Save').click()
  await expect(dialog.getByText('Use an address that starts with https://, http:// or /')).toBeVisible()
  await dialog.getByLabel(/^Link URL/).fill('/umrah')
  await cut(page, 'content/admin/sliders/create')
  await button(page, 'Save').click()
  await expect(toast(page, 'Failed to create slider')).toBeVisible()
  await page.unroute('**/rpc/content/admin/sliders/create')
  await button(page, 'Save').click()
  await expect(toast(page, 'Slider created successfully')).toBeVisible()
  await expect(rows(page, 'Sliders')).toHaveCount(before + 1)
  await guest.goto('/')
  const hero = guest
    .getByRole('region', { name: 'Highlights' })
    .or(guest.locator('section[aria-roledescription=carousel]'))
  await expect(hero.first().getByText('From the desk')).toBeAttached()

  await page.goto('/admin/content?tab=sliders')
  await expect(rows(page, 'Sliders')).toHaveCount(before + 1)
  await button(page, 'Edit From the desk').click()
  const editor = page.getByRole('dialog', { name: 'Edit slider' })
  await editor.getByLabel('Title', { exact: true }).fill('Written anew')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Keep' }).click()
  await cut(page, 'content/admin/sliders/change')
  await button(page, 'Save').click()
  await expect(toast(page, 'Failed to update slider')).toBeVisible()
  await page.unroute('**/rpc/content/admin/sliders/change')
  await button(page, 'Save').click()
  await expect(toast(page, 'Slider updated successfully')).toBeVisible()
  await button(page, 'Delete Written anew').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this slider?' })
  await cut(page, 'content/admin/sliders/remove')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete slider')).toBeVisible()
  await page.unroute('**/rpc/content/admin/sliders/remove')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Slider deleted successfully')).toBeVisible()
  await page.goto('/admin/sliders')
  await expect(rows(page, 'Sliders')).toHaveCount(before)
  await guest.context().close()
})

test('menu items are made, put below another, changed and deleted, and failures say the reason of the server [A244, A245, A246, A249, A253, A318]', async ({
  page,
  request,
}) => {
  // The shop shows its own links once nothing is stored: the same ones.
  for (const { id } of (await sent(request, 'get', 'menu-items')).items)
    await sent(request, 'delete', `menu-items/${id}`)
  await page.goto('/admin/content')
  const tabs = ['Site Settings', 'Homepage Sliders', 'Navigation Menus', 'SEO Settings']
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await page.getByRole('tab', { name: 'Navigation Menus' }).click()
  await expect(page).toHaveURL(/content\?tab=menus$/)
  await button(page, 'Add New').click()
  const dialog = page.getByRole('dialog', { name: 'New menu item' })
  await expect(dialog.getByLabel('Menu', { exact: true })).toHaveValue('header')
  await expect(dialog.getByLabel('Icon')).toHaveValue('Link')
  await dialog.getByLabel('Icon').selectOption('Luggage')
  await expect(dialog.getByLabel('Order', { exact: true })).toHaveValue('0')
  await expect(dialog.getByLabel('Open in a new tab')).not.toBeChecked()
  await button(page, 'Save').click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Link is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Holidays')
  await dialog.getByLabel('Link').fill('/packages')
  await button(page, 'Save').click()
  await expect(toast(page, 'Menu item created successfully')).toBeVisible()
  const { items } = await sent(request, 'get', 'menu-items')
  const [holidays] = items
  expect(holidays).toMatchObject({
    name: 'Holidays',
    icon: 'Luggage',
    parent_id: null,
    menu_type: 'header',
    target: '_self',
  })
  const gone = await sent(request, 'post', 'menu-items', { name: 'Gone', href: '/tours' })

  await page.reload()
  await button(page, 'Add New').click()
  await dialog.getByLabel('Name').fill('Below')
  await dialog.getByLabel('Link').fill('/umrah')
  await dialog.getByLabel('Parent item').selectOption('Gone')
  await sent(request, 'delete', `menu-items/${gone.id}`)
  await button(page, 'Save').click()
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(toast(page, 'Error creating menu item: Please check the marked fields.')).toBeVisible()
  await expect(dialog.getByText('This parent is not there any more')).toBeVisible()
  await dialog.getByLabel('Parent item').selectOption('Holidays')
  await button(page, 'Save').click()
  await expect(rows(page, 'Items below Holidays')).toHaveCount(1)

  await button(page, 'Edit Holidays').click()
  const editor = page.getByRole('dialog', { name: 'Edit menu item' })
  await expect(editor.getByLabel('Parent item').getByRole('option')).toHaveText(['None (top level)'])
  await editor.getByLabel('Name').fill('Journeys')
  const { id: _, version, updated_at: __, ...item } = holidays
  await sent(request, 'put', `menu-items/${holidays.id}`, { version, item: { ...item, order_index: 4 } })
  await button(page, 'Save').click()
  await expect(toast(page, /^Error updating menu item: Somebody else/)).toBeVisible()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Discard changes').click()
  await expect(editor).toBeHidden()
  await button(page, 'Edit Holidays').click()
  await editor.getByLabel('Name').fill('Journeys')
  await button(page, 'Save').click()
  await expect(toast(page, 'Menu item updated successfully')).toBeVisible()

  await button(page, 'Delete Journeys').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this menu item?' })
  await expect(question).toContainText('The item below it is deleted as well.')
  await cut(page, 'content/admin/menu/remove')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, /^Error deleting menu item: The shop could not be reached/)).toBeVisible()
  // It lies over the question, and can be dismissed without answering that.
  const failure = page.locator('.toast').filter({ hasText: 'Error deleting menu item' })
  await failure.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(failure).toHaveCount(0)
  await expect(question).toBeVisible()
  await page.unroute('**/rpc/content/admin/menu/remove')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Menu item deleted successfully')).toBeVisible()
  await expect(page.getByText('No menu items found')).toHaveCount(2)
})

test('trending products are added, moved by hand and by keyboard, and removed [A188, A191, A193, A194, A195, A196]', async ({
  page,
  request,
}) => {
  await page.goto('/admin/trending')
  const names = async () => {
    const { items } = await sent(request, 'get', 'trending')
    return items.map(({ title }: { title: string }) => title)
  }
  const list = rows(page, 'Current trending list')
  const shown = () => list.locator('p.font-semibold').allTextContents()
  await expect(list.first()).toBeVisible()
  expect(await shown()).toEqual(await names())
  await button(page, 'Add').click()
  await expect(toast(page, 'Please select a service')).toBeVisible()

  const { items } = await sent(request, 'get', 'trending/choices/transfer')
  const fresh = items.find((each: { isTrending: boolean }) => !each.isTrending)
  await page.getByLabel('Service type').selectOption('transfer')
  await page.getByRole('combobox', { name: 'Service', exact: true }).fill(fresh.title)
  await page.getByRole('option', { name: fresh.title, exact: true }).click()
  await cut(page, 'catalogue/admin/trending/add')
  await button(page, 'Add').click()
  await expect(toast(page, 'Failed to add trending product')).toBeVisible()
  await page.unroute('**/rpc/catalogue/admin/trending/add')
  await button(page, 'Add').click()
  await expect(toast(page, 'Product added to trending list')).toBeVisible()
  await expect.poll(async () => (await shown()).at(-1)).toBe(fresh.title)
  const added = (await sent(request, 'get', 'trending')).items.at(-1)
  await expect(list.last()).toContainText(formatMoney(added.price, { exact: true }))
  if (added.featured_image) await expect(list.last().getByRole('img').or(list.last().locator('img'))).toHaveCount(1)

  const [first = '', second = '', third = ''] = await names()
  const handle = (name: string) => button(page, `Move ${name}: drag it, or press the up and down arrow keys`)
  await handle(third).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([third, first, second])
  await expect(handle(third)).toBeFocused()
  await expect(page.getByText(`${third} moved to place 1 of`)).toBeAttached()
  await handle(third).scrollIntoViewIfNeeded()
  const [from, to] = [await handle(third).boundingBox(), await list.nth(1).boundingBox()]
  await page.mouse.move(from!.x + 20, from!.y + 20)
  await page.mouse.down()
  await page.mouse.move(from!.x + 20, to!.y + to!.height - 4, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([first, third, second])
  await page.reload()
  await expect(list.first()).toBeVisible()
  expect((await shown()).slice(0, 3)).toEqual([first, third, second])

  await cut(page, 'catalogue/admin/trending/remove')
  await button(page, `Remove ${fresh.title}`).click()
  await expect(toast(page, 'Failed to remove trending product')).toBeVisible()
  await page.unroute('**/rpc/catalogue/admin/trending/remove')
  await button(page, `Remove ${fresh.title}`).click()
  await expect(toast(page, 'Product removed from trending list')).toBeVisible()
  expect(await names()).not.toContain(fresh.title)
})

test('a page is written with its preview, keeps what somebody else has saved, and asks before it is left', async ({
  page,
  request,
}) => {
  await page.goto('/admin/pages?page=guides')
  const body = page.getByRole('textbox', { name: 'Text', exact: true })
  await body.fill('## Who walks with you?\n\nPeople **from here**.')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Who walks with you?' })).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('from here')
  await page.getByRole('link', { name: 'Promo Codes' }).click()
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Keep' }).click()
  await expect(page).toHaveURL(/pages\?page=guides$/)
  const { items } = await sent(request, 'get', 'pages')
  const { version } = items.find((each: { slug: string }) => each.slug === 'guides')
  await sent(request, 'put', 'pages/guides', { title: 'Guides', body: 'Theirs', version })
  await button(page, 'Save page').click()
  await expect(toast(page, 'Failed to save page')).toBeVisible()
  await expect(page.getByText('Somebody else has saved this page meanwhile')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Somebody else has saved this page meanwhile' })).toHaveValue('Theirs')
  await expect(body).toHaveValue(/from here/)
  await button(page, 'Save page').click()
  await expect(toast(page, 'Page updated successfully')).toBeVisible()
  await page.goto('/guides')
  await expect(page.getByRole('heading', { name: 'Who walks with you?' })).toBeVisible()
})

test('a message waits on the dashboard, is found, read and marked as answered', async ({ page, guest }) => {
  const message = {
    name: 'Zoya Khan',
    email: 'zoya@example.com',
    phone: '+971501234567',
    subject: 'Rooms',
    message: 'By the sea',
  }
  expect((await guest.post('/api/contact-messages', { data: message })).ok()).toBe(true)
  await page.goto('/admin')
  await page.getByRole('link', { name: /messages? to answer$/ }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('open')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('zoya')
  await page.getByRole('link', { name: 'Open the message of Zoya Khan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message of Zoya Khan' })
  await expect(dialog).toContainText('By the sea')
  const reply = dialog.getByRole('link', { name: 'Reply by e-mail' })
  await expect(reply).toHaveAttribute('href', 'mailto:zoya@example.com?subject=Re%3A%20Rooms')
  await expect(dialog.getByRole('link', { name: 'Reply on WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/971501234567',
  )
  await dialog.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(toast(page, 'Message marked as answered')).toBeVisible()
  await expect(dialog).toContainText('Answered by')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('No messages found')).toBeVisible()
})

const screens: readonly { path: string; open?: string; name?: string }[] = [
  { path: '/admin/trending' },
  { path: '/admin/sliders', open: 'Add New' },
  { path: '/admin/content?tab=menus', open: 'Add New' },
  { path: '/admin/pages?page=about' },
  { path: '/admin/promos', open: 'Edit FAMILYVISA' },
  { path: '/admin/messages' },
]
for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`${colorScheme}, on a phone`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 740 } })
    test('nothing is in the way of anybody', async ({ page }) => {
      const found: string[] = []
      for (const { path, open } of screens) {
        await page.goto(path)
        await expect(page.locator('main h1')).toBeVisible()
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
        found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`))
        if (!open) continue
        await button(page, open).click()
        await expect(page.getByRole('dialog').last()).toBeVisible()
        found.push(...(await faultsOf(page)).map((fault) => `${path}, dialog: ${fault}`))
      }
      expect(found).toEqual([])
    })
  })
