// Runs the back office without browser or server: the real router and screens in happy-dom, with calls answered from
// memory. It covers labels, states and messages; layout, focus and keys need a browser test.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { configure, within } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { staffAreas } from '../../kernel/staff.ts'
import type { Profile } from '../../modules/account/contract.ts'
import type { Setup } from '../../modules/settings/contract.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { dismissToast, readToasts } from '../../ui/toast-queue.ts'

/** The answer to each call, by its path below /rpc; one that throws simulates a lost connection. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>

export const owner: Profile = {
  id: '0198c000-0000-7000-8000-000000000001',
  email: 'asha@safar.example',
  full_name: 'Asha Rao',
  phone: null,
  role: 'admin',
  is_admin: true,
  areas: [...staffAreas],
  must_set_up_two_factor: false,
  email_verified: true,
}
const usd = (minor: number) => ({ minor, currency: 'USD' })
export const quietDashboard = {
  revenue: usd(0),
  bookings: 0,
  pending: 0,
  services: {},
  recent: [],
  transferVerificationHours: 24,
  needsAction: {},
}
/** A shop that needs no setup. */
export const quietSetup: Setup = {
  state: 'open',
  opened_at: null,
  steps: [],
  is_on_dashboard: false,
  delivery: 'working',
  is_sandbox: false,
  shop_url: 'https://shop.example',
}
const common: Answers = {
  'inventory/admin/waiting/list': () => ({ entries: [], has_more: false }),
  'inventory/admin/resources/usesOfDeparture': () => [],
  'account/admin/staff': () => ({ people: [], invitations: [] }),
  'account/session': () => ({ user: owner }),
  'settings/get': () => ({ time_zone: 'Asia/Dubai' }),
  'settings/setup/get': () => quietSetup,
  'mail/admin/delivery': () => ({ delivery: 'working' }),
  'booking/admin/dashboard': () => quietDashboard,
  'booking/admin/uncheckedDocuments': () => ({ items: [], total: 0, nextCursor: null }),
  'booking/admin/views/list': () => [],
  'task/admin/list': () => ({ items: [], total: 0, totalIsExact: true, nextCursor: null }),
  'booking/admin/bulk/list': () => ({ items: [] }),
  'content/admin/thread': () => ({ entries: [], reply_to: 'desk@safar.example', sends_mail: true }),
  'content/admin/canned/list': () => [],
  'booking/admin/periodFigures': (period: { from: string; to: string }) => ({
    ...{ ...period, previous: period, kinds: [], outstanding: { bookings: 0, amount: usd(0) } },
    ...{ now: { bookings: 0, net: usd(0) }, before: { bookings: 0, net: usd(0) } },
  }),
  'content/admin/itemVisits': () => ({}),
  'booking/admin/trends': () => ({ period: '30-days', points: [], byStatus: [], byKind: [] }),
}

configure({
  // Screens load on demand, which is slow on a busy machine.
  asyncUtilTimeout: 20_000,
  // Testing Library would print the document for every attempt of a wait, which takes a third of the time.
  getElementError: (message) => new Error(`${message}\nShown: ${document.body.textContent.slice(0, 2_000)}`),
})

// Without style sheets only these hide anything. happy-dom's own answer takes most of the time of a look-up by role.
const isHidden = (element: Element) =>
  (element as HTMLElement).hidden || (element instanceof HTMLDialogElement && !element.open)
const look = (display: string) => ({ display, visibility: 'visible', content: '', getPropertyValue: () => '' })
const [shown, hidden] = [look('block'), look('none')]

export const lostConnection = (): never => {
  throw new TypeError('Failed to fetch')
}

/** What an answer returns to let the server answer after all. */
export const passOn = Symbol('pass on')
/** Answers the calls that a test does not answer from memory. */
export type Server = (request: Request) => Promise<Response>

let answers: Answers = common
let server: Server | undefined
let closeScreen = (): void => {}
const missing: string[] = []
const styleOf = (element: Element) => (isHidden(element) ? hidden : shown)
/** Once for each file: files share this module, and their stubs are undone after them. */
function replaceGlobals(): void {
  if ((getComputedStyle as unknown) === styleOf) return
  vi.stubGlobal('getComputedStyle', styleOf)
  vi.stubGlobal('fetch', (input: string | Request, init?: RequestInit) => answer(new Request(input, init)))
}
// The client captures `fetch` when it loads, so stub it first.
replaceGlobals()

/**
 * Opens the back office at a path and returns Testing Library queries for it. With a server (`shop-screen.ts`), only the
 * calls in `own` are answered from memory.
 */
export async function openScreen(
  path: string,
  own: Answers = {},
  from?: Server,
): Promise<ReturnType<typeof within<typeof import('@testing-library/dom').queries>>> {
  closeScreen()
  replaceGlobals()
  const logged = vi.spyOn(console, 'error')
  answers = from ? own : { ...common, ...own }
  server = from
  history.replaceState(null, '', path)
  const { createAdminRouter } = await import('../router.tsx')
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000 } } })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAdminRouter()} />
      <ToastHost label="Messages" closeLabel="Dismiss message" />
    </QueryClientProvider>,
  )
  missing.length = 0
  closeScreen = () => {
    closeScreen = () => {}
    root.unmount()
    place.remove()
    queryClient.clear()
    for (const { id } of readToasts()) dismissToast(id)
  }
  onTestFinished(() => {
    expect(missing, 'calls of the screen that the test does not answer').toEqual([])
    expect(missingMessages(logged.mock.calls), 'messages that the catalogue lacks').toEqual([])
    logged.mockRestore()
    closeScreen()
  })
  return within(document.body)
}

/** use-intl logs them and shows the key instead. */
const missingMessages = (logged: readonly (readonly unknown[])[]): string[] =>
  logged.map(([error]) => String(error)).filter((error) => error.includes('MISSING_MESSAGE'))

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const call = pathname.replace(/^\/rpc\//, '')
  const known = answers[call]
  if (!known && server) return server(request)
  if (!known) {
    missing.push(call)
    throw new TypeError('Failed to fetch')
  }
  // A form with a file is passed on unread.
  const isJson = request.headers.get('content-type')?.includes('json')
  const text = isJson ? await request.clone().text() : ''
  const { json } = text ? JSON.parse(text) : { json: undefined }
  const own = await known(json as never)
  return own === passOn && server ? server(request) : Response.json({ json: own })
}
