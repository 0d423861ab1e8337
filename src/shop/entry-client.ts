import '@vitejs/plugin-react/preamble'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import './shop.css'
import { rootId, stateId } from './document.ts'
import { drawRest, whenIdle } from './draw-later.ts'
import { lazyApi } from './lazy-api.ts'
import { createShop } from './router.tsx'
import { followScroll } from './scroll.ts'

interface PageState {
  readonly currency: string
  readonly origin: string
  readonly queries: DehydratedState
}

/** Lets the browser draw and answer before the next step: each is long on a slow phone. */
const nextTask = (): Promise<void> => new Promise((begin) => setTimeout(begin))

async function start(root: HTMLElement, state: PageState): Promise<void> {
  await nextTask()
  const api = lazyApi(async () => (await import('./api-client.ts')).client)
  const { shop, router } = createShop({ api, currency: state.currency, origin: state.origin })
  await nextTask()
  hydrate(shop.queryClient, state.queries)
  // Tells the router that the document holds the server's render; its loaders then find their data in the cache.
  router.ssr = { manifest: undefined }
  await router.load()
  const { takeOver } = await import('./take-over.tsx')
  await nextTask()
  followScroll(router)
  addEventListener('shop-alive', () => whenIdle(drawRest), { once: true })
  takeOver(root, router)
}

const root = document.getElementById(rootId)
const stateText = document.getElementById(stateId)?.textContent
if (root && stateText) void start(root, JSON.parse(stateText) as PageState)
