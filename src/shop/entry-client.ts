import '@vitejs/plugin-react/preamble'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import './shop.css'
import type { Language } from '../kernel/language.ts'
import { rpcApi } from './client/rpc.ts'
import { leaveFirstPage } from './pictures/late-details.ts'
import { createShop } from './routing/router.tsx'
import { followScroll } from './routing/scroll.ts'
import { rootId, stateId } from './start/document.ts'
import { drawRest, whenIdle } from './start/draw-later.ts'
import { takeOver } from './start/take-over.tsx'

interface PageState {
  readonly currency: string
  readonly language: Language
  readonly prefix: string
  readonly origin: string
  readonly queries: DehydratedState
}

/** Lets the browser paint and respond before the next step, because each step is long on a slow phone. */
const nextTask = (): Promise<void> => new Promise((begin) => setTimeout(begin))

async function start(root: HTMLElement, state: PageState): Promise<void> {
  await nextTask()
  const { shop, router } = createShop({
    api: rpcApi,
    currency: state.currency,
    language: state.language,
    prefix: state.prefix,
    origin: state.origin,
  })
  await nextTask()
  hydrate(shop.queryClient, state.queries)
  // Tells the router that the document holds the server's render; its loaders find their data in the cache.
  router.ssr = { manifest: undefined }
  await router.load()
  await nextTask()
  followScroll(router)
  leaveFirstPage()
  addEventListener('shop-alive', () => whenIdle(drawRest), { once: true })
  takeOver(root, router)
}

const root = document.getElementById(rootId)
const stateText = document.getElementById(stateId)?.textContent
if (root && stateText) void start(root, JSON.parse(stateText) as PageState)
