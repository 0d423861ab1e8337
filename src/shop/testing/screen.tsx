// Runs the shop without browser or server: the real router, pages and forms in happy-dom, on the fake API. It covers
// labels, states, errors and what a form sends; layout, focus, keys and hydration need a browser test.
import { RouterProvider } from '@tanstack/react-router'
import { configure, fireEvent, within } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { dismissToast, readToasts } from '../../ui/toast-queue.ts'
import type { ShopApi } from '../client/api.ts'
import { createShop } from '../routing/router.tsx'
import { type FakeWorld, fakeApi } from './fake-api.ts'

export type Screen = ReturnType<typeof within<typeof import('@testing-library/dom').queries>>

/** Procedures that a test answers itself, by room. */
export type OwnApi = { readonly [Room in keyof ShopApi]?: Partial<ShopApi[Room]> }

// Parts load on demand, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

let close = (): void => {}

/** Opens the shop at an address, like a load of the page, and returns Testing Library queries for it. */
export async function openShop(path: string, world: FakeWorld = {}, own: OwnApi = {}): Promise<Screen> {
  close()
  history.replaceState(null, '', path)
  const api = fakeApi(world)
  for (const [room, procedures] of Object.entries(own)) Object.assign(api[room as keyof ShopApi], procedures)
  const { shop, router } = createShop({ api, currency: 'USD', language: 'en', origin: location.origin })
  await router.load()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RouterProvider router={router} />)
  close = () => {
    root.unmount()
    place.remove()
    shop.queryClient.clear()
    for (const { id } of readToasts()) dismissToast(id)
  }
  onTestFinished(() => {
    close()
    close = () => {}
    sessionStorage.clear()
    localStorage.clear()
  })
  const page = within(document.body)
  await page.findByRole('main')
  return page
}

/** The server's refusal as the client throws it. */
export const refused = (code: string, more: { status?: number; message?: string; errors?: object; facts?: object }) => {
  const { status = 422, message = '', errors = [], facts = {} } = more
  return Object.assign(new Error(message), { status, data: { code, errors, facts } })
}
/** Like a call whose connection breaks. */
export const lostConnection = (): never => {
  throw new TypeError('Failed to fetch')
}

export const type = (field: HTMLElement, value: string): void => {
  fireEvent.input(field, { target: { value } })
}
export const textIn = (field: HTMLElement): string => (field as HTMLInputElement).value

/** The error that a field names as its description. */
export const errorOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id))
    .find((each) => each?.classList.contains('field-error'))?.textContent ?? ''
