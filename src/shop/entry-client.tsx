import '@vitejs/plugin-react/preamble'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import './shop.css'
import { rootId, stateId } from './document.ts'
import { lazyApi } from './lazy-api.ts'
import { createShop } from './router.tsx'
import { followScroll } from './scroll.ts'

interface PageState {
  readonly currency: string
  readonly origin: string
  readonly queries: DehydratedState
}

async function start(root: HTMLElement, state: PageState): Promise<void> {
  const api = lazyApi(async () => (await import('./api-client.ts')).client)
  const { shop, router } = createShop({ api, currency: state.currency, origin: state.origin })
  hydrate(shop.queryClient, state.queries)
  // Tells the router that the document holds the server's render; its loaders then find their data in the cache.
  router.ssr = { manifest: undefined }
  await router.load()
  followScroll(router)
  // As a transition the page comes alive in small steps, between which a tap is answered.
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />)
  })
}

const root = document.getElementById(rootId)
const stateText = document.getElementById(stateId)?.textContent
if (root && stateText) void start(root, JSON.parse(stateText) as PageState)
