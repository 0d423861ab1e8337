// The service worker of the built shop (tools/build.ts bundles it into one file). It caches nothing: pages come from
// the network, and without one from the text in here. It ignores private pages.
import texts from 'shop-messages:offline'
import { catalogueLanguage } from '../../kernel/language.ts'
import { readAddress } from '../../kernel/language-address.ts'
import { type OfflineWords, offlinePage } from './offline-page.ts'
import { isShopPage } from './worker-rules.ts'

type Opening = Event & {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly respondWith: (answer: Promise<Response>) => void
}
type Scope = {
  readonly location: Location
  readonly registration: { readonly navigationPreload?: { enable: () => Promise<void> } }
  readonly skipWaiting: () => Promise<void>
  readonly addEventListener: (name: string, react: (event: Opening) => void) => void
}
const scope = self as unknown as Scope
/** In the language of the address that was wanted. */
function pageAt(url: string): string {
  const { named } = readAddress(new URL(url).pathname)
  const language = named && texts[named] ? named : catalogueLanguage
  const words = texts[language]?.offline as unknown as OfflineWords
  return offlinePage(words, { language, path: named ? `/${named.toLowerCase()}` : '/' })
}

// An older page needs nothing from it.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
// Fetches the page while the worker starts.
scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.resolve(scope.registration.navigationPreload?.enable())),
)
scope.addEventListener('fetch', (event) => {
  if (isShopPage(event.request, scope.location.origin)) event.respondWith(open(event))
})

async function open(event: Opening): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    }
    return new Response(pageAt(event.request.url), { status: 503, headers })
  }
}
