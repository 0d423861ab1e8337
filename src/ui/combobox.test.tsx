// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const options = ['Bahrain', 'India', 'Indonesia', 'Türkiye'].map((label) => ({ value: label.toUpperCase(), label }))

function Example() {
  const [value, setValue] = useState('INDIA')
  return (
    <Field label="Country">
      <Combobox
        options={options}
        value={value}
        onChange={setValue}
        listLabel="Countries"
        emptyText="No country matches"
        countText={(count) => `${count} found`}
      />
    </Field>
  )
}

async function show() {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    host.remove()
  })
  await act(async () => root.render(<Example />))
  const screen = within(host)
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
  return {
    ...screen,
    box,
    press: (key: string, more: KeyboardEventInit = {}) =>
      act(async () => void fireEvent.keyDown(box, { key, ...more })),
    type: (value: string) => act(async () => void fireEvent.input(box, { target: { value } })),
    /** The option that a screen reader reads while the focus stays in the box. */
    active: () => host.querySelector(`[id="${box.getAttribute('aria-activedescendant')}"]`)?.textContent,
    announced: () => host.querySelector('[aria-live]')?.textContent,
  }
}

test('the list opens on the chosen option, and the arrow keys move within its ends', async () => {
  const { box, press, active } = await show()
  await press('ArrowDown')
  expect([box.getAttribute('aria-expanded'), active()]).toEqual(['true', 'India'])
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key)
  expect(active()).toBe('Türkiye')
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await press(key)
  expect(active()).toBe('Bahrain')
})

test('Alt with an arrow key opens and closes the list without another choice', async () => {
  const { box, press, active } = await show()
  await press('ArrowDown', { altKey: true })
  expect(active()).toBe('India')
  await press('ArrowUp', { altKey: true })
  expect([box.getAttribute('aria-expanded'), box.value]).toEqual(['false', 'India'])
})

test('the number of results is announced, and when nothing matches', async () => {
  const { type, announced, press } = await show()
  expect(announced()).toBe('')
  await type('ind')
  expect(announced()).toBe('2 found')
  await type('atlantis')
  expect(announced()).toBe('No country matches')
  await press('Escape')
  expect(announced()).toBe('')
})

test('Enter chooses the option, Escape keeps the earlier choice', async () => {
  const { box, type, press } = await show()
  await type('turk')
  await press('Enter')
  expect(box.value).toBe('Türkiye')
  await type('bah')
  await press('Escape')
  expect(box.value).toBe('Türkiye')
})

test('keys of an input method that is composing a character choose nothing', async () => {
  const { box, type, press } = await show()
  await type('bah')
  await press('Enter', { isComposing: true })
  expect([box.getAttribute('aria-expanded'), box.value]).toEqual(['true', 'bah'])
})
