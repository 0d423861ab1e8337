// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/dom'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { PicturesInput } from './pictures-input.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const uploaded = '/media/0198c000-0000-7000-8000-00000000abcd-1600x900-1600.webp#UklG'

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

async function open(given: readonly string[]): Promise<{ current: () => readonly string[] }> {
  let now = given
  function Host() {
    const [addresses, setAddresses] = useState(given)
    now = addresses
    return (
      <PicturesInput
        id="gallery"
        label="Gallery"
        addresses={addresses}
        onChange={(next) => setAddresses(typeof next === 'string' ? [next] : next)}
      />
    )
  }
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    root = createRoot(place)
    root.render(<Host />)
  })
  return { current: () => now }
}

test('a focal point is chosen by arrow keys or pointer, stays with its picture, and can be cancelled', async () => {
  const { current } = await open(['desert-1', uploaded])
  // A picture of the set has none.
  expect(screen.queryByRole('button', { name: 'Focal point of image 1' })).toBeNull()
  const button = screen.getByRole('button', { name: 'Focal point of image 2' })
  await act(async () => fireEvent.click(button))
  const dialog = within(screen.getByRole('dialog', { name: 'Focal point' }))
  const checked = () => dialog.getAllByRole('radio').find((radio) => (radio as HTMLInputElement).checked)
  expect(checked()?.getAttribute('aria-label')).toBe('50% from the left, 50% from the top')
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight'])
    await act(async () => fireEvent.keyDown(checked() as HTMLElement, { key }))
  expect(checked()?.getAttribute('aria-label')).toBe('75% from the left, 0% from the top')
  expect(document.activeElement).toBe(checked())
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Use this point' })))
  expect(current()).toEqual(['desert-1', `${uploaded}@75,0`])

  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Focal point of image 2' })))
  const again = within(screen.getByRole('dialog', { name: 'Focal point' }))
  expect((again.getByLabelText('75% from the left, 0% from the top') as HTMLInputElement).checked).toBe(true)
  await act(async () => fireEvent.click(again.getByLabelText('0% from the left, 100% from the top')))
  const [cancel] = again.getAllByRole('button', { name: 'Cancel' })
  await act(async () => fireEvent.click(cancel as HTMLElement))
  expect(current()).toEqual(['desert-1', `${uploaded}@75,0`])
})
