// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { MenuItem } from '../../modules/content/index.ts'
import { lostConnection, openScreen } from '../testing/screen.tsx'

const holidays: MenuItem = {
  id: '0198c000-0000-7000-8000-000000000201',
  version: 2,
  updated_at: '2026-11-01T08:00:00.000Z',
  name: 'Holidays',
  href: '/packages',
  icon: 'Luggage',
  menu_type: 'header',
  target: '_self',
  parent_id: null,
  order_index: 0,
  is_active: true,
}
const below: MenuItem = {
  ...holidays,
  id: '0198c000-0000-7000-8000-000000000202',
  name: 'Below',
  parent_id: holidays.id,
}
const list = { 'content/admin/menu/list': () => ({ items: [holidays, below], translations: {} }) }
const inputValue = (field: HTMLElement) => (field as HTMLInputElement).value

test('a new menu item starts with the defaults and requires a name and a link [A245, A246]', async () => {
  const page = await openScreen('/admin/content?tab=menus', list)
  fireEvent.click(await page.findByRole('button', { name: 'Add New' }))
  const dialog = within(await page.findByRole('dialog', { name: 'New menu item' }))
  expect(inputValue(dialog.getByLabelText('Menu'))).toBe('header')
  expect(inputValue(dialog.getByLabelText('Icon'))).toBe('Link')
  expect(inputValue(dialog.getByLabelText('Order'))).toBe('0')
  expect((dialog.getByLabelText('Open in a new tab') as HTMLInputElement).checked).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Name is required')
  await dialog.findByText('Link is required')
})

test('a menu item and its descendants are not offered as its parent [A247]', async () => {
  const page = await openScreen('/admin/content?tab=menus', list)
  fireEvent.click(await page.findByRole('button', { name: 'Edit Holidays' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Edit menu item' }))
  const parents = within(dialog.getByLabelText('Parent item')).getAllByRole('option')
  expect(parents.map((option) => option.textContent)).toEqual(['None (top level)'])
})

test.each([
  ['Add New', 'New menu item', 'Save', 'Error creating menu item'],
  ['Edit Holidays', 'Edit menu item', 'Save', 'Error updating menu item'],
  ['Delete Holidays', 'Are you sure you want to delete this menu item?', 'Delete', 'Error deleting menu item'],
])('%s: a failed connection shows what failed and why [A249, A318]', async (opener, name, submit, message) => {
  const page = await openScreen('/admin/content?tab=menus', {
    ...list,
    'content/admin/menu/create': lostConnection,
    'content/admin/menu/change': lostConnection,
    'content/admin/menu/remove': lostConnection,
  })
  fireEvent.click(await page.findByRole('button', { name: opener }))
  const dialog = within(await page.findByRole('dialog', { name }))
  if (submit === 'Save') {
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Journeys' } })
    fireEvent.change(dialog.getByLabelText(/^Link/), { target: { value: '/umrah' } })
  } else expect(dialog.getByText(/Its 1 sub-item is deleted as well\./)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: submit }))
  const failure = await page.findByText(new RegExp(`^${message}: Unable to reach the server`))
  const toast = failure.closest<HTMLElement>('.toast')
  expect(toast?.textContent).toContain('Error')
  expect(toast?.className).toContain('tone-danger')
})
