// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/dom'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { PicturesInput } from '../catalogue/pictures-input.tsx'
import { PictureField } from './picture-field.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
const uploaded = '/media/0198c000-0000-7000-8000-00000000abcd-1600x900-1600.webp#UklG'

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))
const draw = (part: React.ReactNode) =>
  act(async () => {
    root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(part)
  })
const click = (button: HTMLElement) => act(async () => fireEvent.click(button))
const dialog = () => within(screen.getByRole('dialog', { name: 'Alt text' }))
const box = () => dialog().getByLabelText<HTMLTextAreaElement>('Alt text')
const type = (value: string) => act(async () => fireEvent.change(box(), { target: { value } }))

test('a gallery says which pictures lack an alt text; a text stays with its picture and can be taken back', async () => {
  let now: readonly string[] | string = []
  function Host() {
    const [addresses, setAddresses] = useState<readonly string[]>(['desert-1', uploaded, 'https://cdn.example/a.jpg'])
    now = addresses
    return <PicturesInput id="g" label="Gallery" addresses={addresses} onChange={(next) => setAddresses([...next])} />
  }
  await draw(<Host />)
  expect(screen.getByRole('status').textContent).toBe('2 of 3 pictures lack an alt text')
  // A picture of the set has a text of its own.
  expect(screen.getByRole('button', { name: /^Alt text of image 1: / }).textContent).not.toBe('No alt text')
  await click(screen.getByRole('button', { name: 'Alt text of image 2: No alt text' }))
  expect(box().maxLength).toBe(200)
  await type('Two "camels" at dusk')
  expect(dialog().getByText('20 of 200 characters')).toBeTruthy()
  await act(async () => fireEvent.keyDown(box(), { key: 'Enter' }))
  expect(now).toEqual(['desert-1', `${uploaded}~alt=Two%20%22camels%22%20at%20dusk`, 'https://cdn.example/a.jpg'])
  expect(screen.getByRole('status').textContent).toBe('1 of 3 pictures lacks an alt text')

  await click(screen.getByRole('button', { name: 'Alt text of image 2: Two "camels" at dusk' }))
  expect(box().value).toBe('Two "camels" at dusk')
  await type('Other')
  await click(dialog().getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  expect(now[1]).toContain('camels')
  await click(screen.getByRole('button', { name: 'Alt text of image 2: Two "camels" at dusk' }))
  await type('')
  await click(dialog().getByRole('button', { name: 'Use this text' }))
  expect(now[1]).toBe(uploaded)
})

test('a picture field offers an alt text where the shop shows it', async () => {
  const queries = new QueryClient()
  let now = ''
  function Host({ hasAlt }: { hasAlt: boolean }) {
    const [value, setValue] = useState(uploaded)
    now = value
    return (
      <QueryClientProvider client={queries}>
        <PictureField label="Image" hasAlt={hasAlt} value={value} onChange={setValue} />
      </QueryClientProvider>
    )
  }
  await draw(<Host hasAlt={false} />)
  expect(screen.queryByRole('button', { name: /^Alt text/ })).toBeNull()
  await act(() => root?.unmount())
  await draw(<Host hasAlt />)
  await click(screen.getByRole('button', { name: 'Alt text: No alt text' }))
  await type('Dunes')
  await click(dialog().getByRole('button', { name: 'Use this text' }))
  expect(now).toBe(`${uploaded}~alt=Dunes`)
})
