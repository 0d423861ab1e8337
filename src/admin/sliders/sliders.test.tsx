// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Slider } from '../../modules/content/index.ts'
import { lostConnection, openScreen } from '../testing/screen.tsx'

const stored: Slider = {
  id: '0198c000-0000-7000-8000-000000000101',
  version: 3,
  updated_at: '2026-11-01T08:00:00.000Z',
  title: 'Dunes at dusk',
  subtitle: '',
  image_url: 'desert-1',
  link_url: '/tours',
  button_text: 'Learn More',
  display_order: 0,
  is_active: true,
  cta_button_color: '#3B82F6',
  background_overlay_opacity: 0.5,
}
const list = { 'content/admin/sliders/list': () => ({ items: [stored], translations: {} }) }
const inputValue = (field: HTMLElement) => (field as HTMLInputElement).value

test('a new slider starts with the defaults; title, picture and link are checked before sending [A236, A237, A238, A239]', async () => {
  const page = await openScreen('/admin/sliders', list)
  fireEvent.click(await page.findByRole('button', { name: 'Add New' }))
  const dialog = within(await page.findByRole('dialog', { name: 'New slider' }))
  expect(inputValue(dialog.getByLabelText('Button text'))).toBe('Learn More')
  expect(inputValue(dialog.getByLabelText('Button colour')).toLowerCase()).toBe('#3b82f6')
  const overlay = dialog.getByLabelText('Background overlay opacity')
  expect(inputValue(overlay)).toBe('0.5')
  for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.1' }))
    expect(overlay.getAttribute(name)).toBe(value)
  expect(inputValue(dialog.getByLabelText('Display order'))).toBe('0')
  expect((dialog.getByLabelText('Active') as HTMLInputElement).checked).toBe(true)

  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await page.findAllByText('Title and image URL are required')
  fireEvent.change(dialog.getByLabelText(/^Title/), { target: { value: 'From the desk' } })
  fireEvent.change(dialog.getByLabelText(/^Image URL/), { target: { value: 'desert-2' } })
  fireEvent.change(dialog.getByLabelText(/^Link URL/), { target: { value: 'javascript:alert(1)' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Use an address that starts with https:// or /')
})

test.each([
  ['Add New', 'New slider', 'Save', 'Failed to create slider'],
  ['Edit Dunes at dusk', 'Edit slider', 'Save', 'Failed to update slider'],
  ['Delete Dunes at dusk', 'Are you sure you want to delete this slider?', 'Delete', 'Failed to delete slider'],
])(
  '%s: without a connection the dialog stays open and shows what failed [A240]',
  async (opener, name, submit, message) => {
    const page = await openScreen('/admin/sliders', {
      ...list,
      'content/admin/sliders/create': lostConnection,
      'content/admin/sliders/change': lostConnection,
      'content/admin/sliders/remove': lostConnection,
    })
    fireEvent.click(await page.findByRole('button', { name: opener }))
    const dialog = within(await page.findByRole('dialog', { name }))
    if (submit === 'Save') {
      fireEvent.change(dialog.getByLabelText(/^Title/), { target: { value: 'Written anew' } })
      fireEvent.change(dialog.getByLabelText(/^Image URL/), { target: { value: 'desert-2' } })
    }
    fireEvent.click(dialog.getByRole('button', { name: submit }))
    await page.findByText(message)
    expect(page.getByRole('dialog', { name })).toBeTruthy()
  },
)
