// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

async function openField() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const onSearch = vi.fn()
  root.render(<SearchField label="Search" hint="" q="" onSearch={onSearch} />)
  const field = await within(place).findByRole<HTMLInputElement>('searchbox')
  const type = async (value: string) => {
    fireEvent.input(field, { target: { value } })
    await vi.waitFor(() => expect(field.value).toBe(value))
  }
  return { field, type, onSearch }
}

test.each(['Enter', 'leaving the field'])('%s searches at once, and only once', async (how) => {
  const { field, type, onSearch } = await openField()
  await type(' dhow ')
  onSearch.mockClear()
  if (how === 'Enter') fireEvent.keyDown(field, { key: 'Enter' })
  else fireEvent.focusOut(field)
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('dhow')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSearch).toHaveBeenCalledOnce()
})

test('an unchanged text searches nothing', async () => {
  const { field, onSearch } = await openField()
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.focusOut(field)
  expect(onSearch).not.toHaveBeenCalled()
})
