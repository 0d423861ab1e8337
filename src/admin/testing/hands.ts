// What tests of screens do again and again: press, fill in, choose, and wait for what the screen says.
import { fireEvent, type within } from '@testing-library/dom'
import { expect } from 'vitest'

/** Queries of a page, a dialog or a region. */
export type Place = ReturnType<typeof within<typeof import('@testing-library/dom').queries>>
type Name = string | RegExp

/** Presses it as soon as it can be pressed. */
export async function press(place: Place, name: Name, role = 'button'): Promise<HTMLElement> {
  const target = await place.findByRole(role, { name })
  await expect.poll(() => target.matches(':disabled, [aria-disabled=true]')).toBe(false)
  fireEvent.click(target)
  return target
}

export async function fillIn(place: Place, label: Name, value: string): Promise<HTMLElement> {
  const field = await place.findByLabelText(label)
  fireEvent.change(field, { target: { value } })
  return field
}

/** Chooses an option by the text that it shows. */
export async function choose(place: Place, label: Name, option: string): Promise<void> {
  // Looked up anew each time: a field may be drawn again with its options.
  const field = () => place.queryByLabelText<HTMLSelectElement>(label)
  const find = () => [...(field()?.options ?? [])].find(({ text }) => text === option)
  await expect.poll(find).toBeDefined()
  fireEvent.change(field()!, { target: { value: find()?.value } })
}

export const typedIn = (place: Place, label: Name): string => (place.getByLabelText(label) as HTMLInputElement).value

/** Waits for a toast with that text. */
export const toast = (page: Place, text: Name): Promise<HTMLElement> => page.findByText(text, { selector: '.toast p' })

/** Waits until the element's text contains each of these. */
export async function shows(find: () => HTMLElement, ...texts: readonly Name[]): Promise<void> {
  await expect
    .poll(() => {
      const { textContent } = find()
      return texts.filter((text) => (typeof text === 'string' ? !textContent.includes(text) : !text.test(textContent)))
    })
    .toEqual([])
}

/** The text field with exactly that accessible name. */
export const box = (place: Place, name: string): Promise<HTMLInputElement> =>
  place.findByRole('textbox', { name }) as Promise<HTMLInputElement>

export async function typeIn(place: Place, name: string, value: string): Promise<HTMLInputElement> {
  const field = await box(place, name)
  fireEvent.change(field, { target: { value } })
  return field
}

/** Gives a file to a file input, as a file chooser would. */
export function giveFile(input: HTMLElement, file: File): void {
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  fireEvent.change(input)
}
