// @vitest-environment happy-dom
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { createShop } from '../routing/router.tsx'
import { fakeApi } from '../testing/fake-api.ts'

const host = document.createElement('div')
document.body.append(host)
const page = createRoot(host)
afterEach(() => page.render(null))

it.each(['/contact', '/booking-tracker'])(
  'going from a text of the agency to %s requests no such text',
  async (next) => {
    const api = fakeApi()
    const requested: string[] = []
    const content: typeof api.content = {
      ...api.content,
      page: (async ({ slug }: { slug: string }) => {
        requested.push(slug)
        return api.content.page({ slug })
      }) as typeof api.content.page,
    }
    const history = createMemoryHistory({ initialEntries: ['/terms'] })
    const { router } = createShop({
      api: { ...api, content },
      currency: 'USD',
      language: 'en',
      origin: 'https://shop.test',
      history,
    })
    await router.load()
    page.render(<RouterProvider router={router} />)
    // The next page loads on demand, which is slow on a busy machine.
    const shows = (heading: RegExp) =>
      vi.waitFor(() => expect(host.querySelector('h1')?.textContent).toMatch(heading), { timeout: 20_000 })
    await shows(/terms/i)
    history.push(next)
    await shows(/contact|track/i)
    expect(requested).toEqual(['terms'])
  },
)
