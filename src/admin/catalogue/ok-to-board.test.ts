// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { AdminService } from '../../modules/catalogue/contract.ts'
import { fillIn, press, toast, typedIn } from '../testing/hands.ts'
import { lostConnection, openScreen } from '../testing/screen.tsx'

const stored = {
  ...{ id: '0198c000-0000-7000-8000-000000000301', kind: 'ok_to_board', version: 1, slug: 'ok-to-board' },
  ...{ title: 'Ok to Board', summary: '', description: '', featured_image: '', gallery: [], video_url: '' },
  ...{ status: 'active', is_featured: false, currency: 'INR', href: '/ok-to-board' },
  ...{ created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' },
  details: { base_price: 299_900, processing_fee: 19_900, processing_time: '48 hours', tax_rate: '0.18' },
} as unknown as AdminService
type Change = { id: string; version: number; details: Record<string, unknown> }

/** A shop with those records, which remembers what was sent. */
function shopWith(items: AdminService[]) {
  const sent: { create?: unknown; update?: Change } = {}
  const answers = {
    'catalogue/admin/list': () => ({ items, total: items.length }),
    'catalogue/admin/get': () => items[0],
    'catalogue/admin/create': (input: never) => {
      sent.create = input
      items.push(stored)
      return stored
    },
    'catalogue/admin/update': (input: Change) => {
      sent.update = input
      const [now = stored] = items
      items[0] = { ...now, version: now.version + 1, details: { ...now.details, ...input.details } }
      return items[0]
    },
  }
  return { sent, answers }
}
const path = '/admin/ok-to-board'

test('Ok to Board is one form, of one record [A121, A123, A130]', async () => {
  const { sent, answers } = shopWith([stored])
  const page = await openScreen(path, answers)
  await page.findByRole('button', { name: 'Save' })
  expect(page.queryByRole('tab')).toBeNull()
  for (const label of ['Base price', 'Processing fee', 'Processing time', 'Tax rate', 'Requirements', 'Features'])
    expect(page.getByLabelText(label)).toBeTruthy()
  expect((page.getByRole('switch', { name: /^Active/ }) as HTMLInputElement).checked).toBe(true)
  await fillIn(page, 'Processing time', '36 hours')
  await press(page, 'Save')
  await toast(page, 'Ok to Board service updated successfully')
  expect(sent).toMatchObject({ update: { id: stored.id, version: 1, details: { processing_time: '36 hours' } } })
  const again = await openScreen(path, answers)
  await again.findByDisplayValue('36 hours')
})

test('Ok to Board without a record opens with the defaults and no complaint, and its first save creates it [A122, A123, A130]', async () => {
  const { sent, answers } = shopWith([])
  const page = await openScreen(path, answers)
  await page.findByRole('button', { name: 'Save' })
  const defaults = {
    'Base price': '2999.00',
    'Processing fee': '199.00',
    'Processing time': '48 hours',
    'Tax rate': '0.18',
  }
  for (const [label, value] of Object.entries(defaults)) expect(typedIn(page, label)).toBe(value)
  expect(page.queryByRole('alert')).toBeNull()
  await fillIn(page, 'Title Required', 'Ok to Board')
  await press(page, 'Save')
  await toast(page, 'Ok to Board service created successfully')
  const details = { base_price: 299_900, processing_fee: 19_900, processing_time: '48 hours', tax_rate: '0.18' }
  expect(sent.create).toMatchObject({ kind: 'ok_to_board', title: 'Ok to Board', details })
  await fillIn(page, 'Processing time', '50 hours')
  await press(page, 'Save')
  await toast(page, 'Ok to Board service updated successfully')
  expect(sent.update).toMatchObject({ id: stored.id, details: { processing_time: '50 hours' } })
})

test('Ok to Board says when it cannot be saved, and when it cannot be loaded [A130]', async () => {
  const page = await openScreen(path, { ...shopWith([stored]).answers, 'catalogue/admin/update': lostConnection })
  await fillIn(page, 'Processing time', '24 hours')
  await press(page, 'Save')
  await toast(page, 'Failed to save Ok to Board service')
  const again = await openScreen(path, { 'catalogue/admin/list': lostConnection })
  await toast(again, 'Failed to load Ok to Board service')
})
