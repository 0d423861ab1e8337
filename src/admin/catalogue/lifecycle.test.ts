// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { choose, fillIn, press, toast } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const patch = (id: string, data: object) => shop.call(`PATCH /api/admin/services/${id}`, data, owner.headers)

const quicker = 'Someone else has changed this in the meantime. Reload it and repeat your change.'
const failures: Readonly<Record<string, string>> = {
  transfers: 'Failed to save transfer',
  umrah: `Failed to save package: ${quicker}`,
}
type Texts = {
  ids: string
  section: string
  /** The name in running text: 'visa service'. */
  name: string
  entity: string
  title: string
  price: string
  more?: readonly string[]
}
const kinds: readonly Texts[] = [
  { ids: '[A079]', section: 'tours', name: 'tour', entity: 'Tour', title: 'Title', price: 'Adult price' },
  {
    ...{ ids: '[A084]', section: 'packages', name: 'package', entity: 'Package', title: 'Title', price: 'Adult price' },
    more: ['Destination'],
  },
  {
    ...{ ids: '[A089]', section: 'visas', name: 'visa service', entity: 'Visa service', title: 'Visa type' },
    ...{ price: 'Price', more: ['Country'] },
  },
  { ids: '[A094]', section: 'tickets', name: 'ticket', entity: 'Ticket', title: 'Title', price: 'Adult price' },
  {
    ids: '[A096, A102]',
    section: 'transfers',
    name: 'transfer',
    entity: 'Transfer',
    title: 'Title',
    price: 'Base price',
  },
  {
    ...{ ids: '[A106, A113, A119, A120]', section: 'umrah', name: 'package', entity: 'Package', title: 'Title' },
    price: 'Price per person',
  },
]

test.each(kinds)('$section: an item is created, edited and deleted after confirmation [A064] $ids', async (texts) => {
  const { section, name, entity, title, price, more = [] } = texts
  const isUmrah = section === 'umrah'
  const isDialog = isUmrah || section === 'transfers'
  const page = await open(`/admin/${section}/new`)
  if (isDialog) await page.findByRole('dialog')
  await page.findByRole('button', { name: 'Save' })
  if (isUmrah)
    expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['Basic Info', 'Details', 'Inclusions', 'Policies'],
    ])
  const called = `Zebra ${section}`
  await fillIn(page, `${title} Required`, called)
  if (!isUmrah) {
    for (const label of more) await fillIn(page, `${label} Required`, 'Oman')
    await press(page, 'Pricing', 'tab')
  }
  const amount = await fillIn(page, `${price} Required`, '10')
  await choose(page, 'Currency', 'EUR')
  expect(amount.closest('.input-affix')?.textContent).toBe('EUR')
  if (isUmrah) {
    await press(page, 'Details', 'tab')
    await fillIn(page, 'Days Required', '5')
    await fillIn(page, 'Nights Required', '4')
  }
  await press(page, 'Save')
  await toast(page, `${entity} created successfully`)
  await expect.poll(() => location.pathname).toBe(`/admin/${section}`)

  const removals: unknown[] = []
  let isCut = section in failures
  const list = await open(`/admin/${section}?q=zebra`, {
    'catalogue/admin/remove': (input: never) => {
      removals.push(input)
      return isCut ? lostConnection() : passOn
    },
  })
  await press(list, /^Edit (?!.* of ).*Zebra/)
  const field = await list.findByLabelText(`${title} Required`)
  expect((field as HTMLInputElement).value).toBe(called)
  const id = location.pathname.split('/').at(-1) ?? ''
  expect((await patch(id, { version: 1, is_featured: true })).status).toBe(200)
  await fillIn(list, `${title} Required`, `${called} two`)
  await press(list, 'Save')
  await toast(list, failures[section] ?? quicker)
  await press(list, 'Use my version')
  await press(list, 'Save')
  await toast(list, `${entity} updated successfully`)

  const sentence = `Are you sure you want to delete this ${name}?`
  const ask = async () => {
    await press(list, /^Delete .*Zebra.* two$/)
    const question = await list.findByText(new RegExp(`^${sentence.replace('?', '\\?')}`))
    return within(question.closest('dialog') as HTMLElement)
  }
  const question = await ask()
  await press(question, 'Cancel')
  await expect.poll(() => list.queryByRole('dialog')).toBeNull()
  expect(removals).toEqual([])
  if (isCut) {
    await press(await ask(), 'Delete')
    await toast(list, `Failed to delete ${name}`)
    isCut = false
  }
  await press(await ask(), 'Delete')
  await toast(list, `${entity} deleted successfully`)
  await list.findByText(`No ${isUmrah ? 'umrah packages' : section} found`)
})
