// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { shopPages } from '../../../tests/support/shop-pages.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { box, choose, fillIn, giveFile, type Place, press, shows, toast, typedIn, typeIn } from '../testing/hands.ts'
import { onePixel } from '../testing/one-pixel.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp({ pages: shopPages() })
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
type Stored = Record<string, unknown> & { id: string; version: number }
async function send<T = Stored>(method: string, path: string, data?: object): Promise<T> {
  const answer = await shop.call(`${method} /api/admin/${path}`, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json() as T
}
const listed = async <T = Stored>(path: string) => (await send<{ items: T[] }>('GET', path)).items
const rows = (page: Place, list: string) => [...page.getByRole('list', { name: list }).children] as HTMLElement[]

test('sliders are created with an uploaded picture, edited and deleted, and the home page follows [A234, A240]', async () => {
  let page = await open('/admin/content?tab=sliders')
  await press(page, 'Manage homepage sliders', 'link')
  await press(page, 'Add New')
  const dialog = within(await page.findByRole('dialog', { name: 'New slider' }))
  await typeIn(dialog, 'Title', 'From the desk')
  await fillIn(dialog, /^Link URL/, '/umrah')
  const [input] = [...document.querySelectorAll<HTMLElement>('dialog input[type=file]')]
  giveFile(input!, onePixel())
  await expect.poll(() => typedIn(dialog, /^Image URL/)).toMatch(/^\/media\//)
  await press(dialog, 'Save')
  await toast(page, 'Slider created successfully')
  await page.findByRole('button', { name: 'Edit From the desk' })
  expect((await shop.call('GET /')).text).toContain('From the desk')

  page = await open('/admin/content?tab=sliders')
  const shown = await page.findByRole('list', { name: 'Sliders' })
  expect(shown.children).toHaveLength(1)
  await press(page, /^Edit or delete.*From the desk$/, 'link')
  const editor = within(await page.findByRole('dialog', { name: 'Edit slider' }))
  await typeIn(editor, 'Title', 'Written anew')
  await press(editor, 'Close')
  await press(within(await page.findByRole('dialog', { name: 'Discard your changes?' })), 'Keep')
  await press(editor, 'Save')
  await toast(page, 'Slider updated successfully')
  await press(page, 'Delete Written anew')
  const question = await page.findByRole('dialog', { name: 'Are you sure you want to delete this slider?' })
  await press(within(question), 'Delete')
  await toast(page, 'Slider deleted successfully')
  expect((await shop.call('GET /')).text).not.toContain('Written anew')
  const own = await open('/admin/sliders')
  await own.findByText('No homepage sliders found')
})

test('menu items are created, nested, edited and deleted; failures show the reason of the server [A244, A245, A246, A249, A253, A318]', async () => {
  for (const { id } of await listed('menu-items')) await send('DELETE', `menu-items/${id}`)
  let isCut = true
  const cut = { 'content/admin/menu/remove': () => (isCut ? lostConnection() : passOn) }
  let page = await open('/admin/content', cut)
  await box(page, 'Site title')
  await press(page, 'Navigation Menus', 'tab')
  await expect.poll(() => location.search).toBe('?tab=menus')
  await press(page, 'Add New')
  const dialogOf = async (name: string) => within(await page.findByRole('dialog', { name }))
  let dialog = await dialogOf('New menu item')
  fireEvent.change(dialog.getByLabelText('Icon'), { target: { value: 'Luggage' } })
  await fillIn(dialog, /^Name/, 'Holidays')
  await fillIn(dialog, /^Link/, '/packages')
  await press(dialog, 'Save')
  await toast(page, 'Menu item created successfully')
  const [holidays] = await listed('menu-items')
  const defaults = { parent_id: null, menu_type: 'header', target: '_self' }
  expect(holidays).toMatchObject({ name: 'Holidays', icon: 'Luggage', ...defaults })

  const gone = await send('POST', 'menu-items', { name: 'Gone', href: '/tours' })
  page = await open('/admin/content?tab=menus', cut)
  await press(page, 'Add New')
  dialog = await dialogOf('New menu item')
  await fillIn(dialog, /^Name/, 'Below')
  await fillIn(dialog, /^Link/, '/umrah')
  await choose(dialog, 'Parent item', 'Gone')
  await send('DELETE', `menu-items/${gone.id}`)
  await press(dialog, 'Save')
  await toast(page, 'Error creating menu item: Please check the marked fields.')
  await dialog.findByText('This parent no longer exists')
  await choose(dialog, 'Parent item', 'Holidays')
  await press(dialog, 'Save')
  await page.findByRole('list', { name: 'Sub-items of Holidays' })
  expect(rows(page, 'Sub-items of Holidays')).toHaveLength(1)

  await press(page, 'Edit Holidays')
  let editor = await dialogOf('Edit menu item')
  await fillIn(editor, /^Name/, 'Journeys')
  const { id, version, updated_at: _, ...item } = holidays!
  await send('PUT', `menu-items/${id}`, { version, item: { ...item, order_index: 4 } })
  await press(editor, 'Save')
  await toast(page, /^Error updating menu item: Someone else/)
  await press(editor, 'Cancel')
  await press(page, 'Discard changes')
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  page = await open('/admin/content?tab=menus', cut)
  await press(page, 'Edit Holidays')
  editor = await dialogOf('Edit menu item')
  await fillIn(editor, /^Name/, 'Journeys')
  await press(editor, 'Save')
  await toast(page, 'Menu item updated successfully')

  await press(page, 'Delete Journeys')
  const question = await dialogOf('Are you sure you want to delete this menu item?')
  question.getByText(/Its 1 sub-item is deleted as well\./)
  await press(question, 'Delete')
  const failure = await toast(page, /^Error deleting menu item: Unable to reach the server/)
  // The toast belongs to the dialog that is open, and is dismissed without closing it.
  expect(failure.closest('dialog')).not.toBeNull()
  await press(within(failure.closest('.toast') as HTMLElement), 'Dismiss message')
  await expect.poll(() => failure.isConnected).toBe(false)
  isCut = false
  await press(question, 'Delete')
  await toast(page, 'Menu item deleted successfully')
  await expect.poll(() => page.queryAllByText('No menu items found').length).toBe(2)
})

test('trending products are added and removed, and the list follows the server [A188, A191, A193, A194, A196]', async () => {
  const [tour] = await listed<{ id: string; title: string }>('trending/choices/tour')
  await send('POST', 'trending', { service_type: 'tour', service_id: tour!.id })
  let isCut = true
  const fail = () => (isCut ? lostConnection() : passOn)
  const cut = { 'catalogue/admin/trending/add': fail, 'catalogue/admin/trending/remove': fail }
  const page = await open('/admin/trending', cut)
  const names = async () => (await listed<{ title: string }>('trending')).map(({ title }) => title)
  const current = () => rows(page, 'Current trending list')
  await page.findByRole('list', { name: 'Current trending list' })
  expect(current().map((row) => row.querySelector('p.font-semibold')?.textContent)).toEqual(await names())
  await press(page, 'Add')
  await toast(page, 'Please select a service')

  const [fresh] = await listed<{ title: string; isTrending: boolean }>('trending/choices/transfer')
  expect(fresh?.isTrending).toBe(false)
  const { title } = fresh!
  await choose(page, 'Service type', 'Transfer')
  const service = await page.findByRole('combobox', { name: /^Service(?! type)/ })
  fireEvent.focus(service)
  fireEvent.change(service, { target: { value: title } })
  fireEvent.click(await page.findByRole('option', { name: title }))
  await press(page, 'Add')
  await toast(page, 'Failed to add trending product')
  isCut = false
  await press(page, 'Add')
  await toast(page, 'Product added to trending list')
  await expect.poll(() => current().at(-1)?.querySelector('p.font-semibold')?.textContent).toBe(title)
  const added = (await listed<{ price: Money; featured_image: string | null }>('trending')).at(-1)
  await shows(() => current().at(-1)!, formatMoney(added!.price, { exact: true }))
  expect(current().at(-1)?.querySelectorAll('img')).toHaveLength(added?.featured_image ? 1 : 0)

  isCut = true
  await press(page, `Remove ${title}`)
  await toast(page, 'Failed to remove trending product')
  isCut = false
  await press(page, `Remove ${title}`)
  await toast(page, 'Product removed from trending list')
  expect(await names()).not.toContain(title)
})

const pasted = '<h2>Who walks with you?</h2><p>People <b>from here</b>.</p>'
test('a page is written with a preview, shows what somebody else saved, and asks before its changes are lost', async () => {
  const page = await open('/admin/pages?page=guides')
  const body = await page.findByRole('textbox', { name: 'Text' })
  const clipboardData = { getData: (type: string) => (type === 'text/html' ? pasted : ''), files: [] }
  fireEvent.paste(body, { clipboardData })
  const preview = within(page.getByRole('region', { name: 'Preview' }))
  await preview.findByRole('heading', { name: 'Who walks with you?' })
  expect(preview.getByText('from here').tagName).toBe('STRONG')
  await press(page, 'Promo Codes', 'link')
  await press(within(await page.findByRole('dialog', { name: 'Discard your changes?' })), 'Keep')
  expect(location.pathname + location.search).toBe('/admin/pages?page=guides')

  const stored = (await listed<{ slug: string; version: number }>('pages')).find(({ slug }) => slug === 'guides')
  await send('PUT', 'pages/guides', { title: 'Guides', body: 'Theirs', version: stored?.version })
  await press(page, 'Save page')
  await toast(page, 'Failed to save page')
  expect((await box(page, 'Someone else has saved this page')).value).toBe('Theirs')
  expect(body.textContent).toMatch(/from here/)
  await press(page, 'Save page')
  await toast(page, 'Page updated successfully')
  expect((await shop.call('GET /guides')).text).toContain('Who walks with you?')
})

test('a message waits on the dashboard, is found, read and marked as answered', async () => {
  const message = {
    ...{ name: 'Zoya Khan', email: 'zoya@example.com', phone: '+971501234567', subject: 'Rooms' },
    message: 'By the sea',
  }
  expect((await shop.call('POST /api/contact-messages', message)).status).toBe(200)
  let page = await open('/admin')
  await press(page, /messages? to answer$/, 'link')
  await page.findByRole('heading', { name: /Zoya Khan|Rooms/, level: 2 })
  expect(location.pathname).toBe('/admin/queue/messages')
  page = await open('/admin/messages?status=open')
  await page.findByRole('searchbox', { name: 'Search messages' })
  expect(typedIn(page, 'Status')).toBe('new')
  fireEvent.change(page.getByRole('searchbox', { name: 'Search messages' }), { target: { value: 'zoya' } })
  await press(page, 'Open message from Zoya Khan', 'link')
  const element = await page.findByRole('dialog', { name: 'Message from Zoya Khan' })
  const dialog = within(element)
  await shows(() => element, 'By the sea')
  const target = (name: string) => dialog.getByRole('link', { name }).getAttribute('href')
  expect(target('Reply from your mailbox')).toBe('mailto:zoya@example.com?subject=Re%3A%20Rooms')
  expect(target('Reply on WhatsApp')).toBe('https://wa.me/971501234567')
  await press(dialog, 'Mark as answered')
  await toast(page, 'Message marked as answered')
  await shows(() => element, 'Answered by')
  await press(dialog, 'Close')
  await page.findByText('No messages found')
})
