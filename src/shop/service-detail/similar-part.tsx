import { lazy, Suspense } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { SimilarItems } from './similar-items.tsx'

let drawn: typeof SimilarItems | undefined

/** For the server, which renders the similar items with the page. */
export async function loadSimilar(): Promise<void> {
  drawn = (await import('./similar-items.tsx')).SimilarItems
}

/** For the browser, once the page is alive. If it fails to load, the server's cards stay. */
const Later = lazy(() =>
  import('./similar-items.tsx').then(
    ({ SimilarItems }) => ({ default: SimilarItems }),
    () => new Promise<never>(() => {}),
  ),
)

export function SimilarSlot({ service }: { service: ServiceDetail }) {
  const Shown = import.meta.env.SSR ? drawn : Later
  return Shown && service.similar.length > 0 ? (
    <Suspense>
      <Shown service={service} />
    </Suspense>
  ) : null
}
