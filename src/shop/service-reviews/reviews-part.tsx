import { lazy, Suspense } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Shop } from '../client/context.tsx'

type Part = (props: { service: ServiceDetail }) => React.ReactNode
let drawn: Part | undefined

/** For the server, which renders the reviews with the page. */
export async function loadReviews({ api, queryClient }: Shop, serviceId: string): Promise<void> {
  const { reviewsQuery, ServiceReviews } = await import('./service-reviews.tsx')
  drawn = ServiceReviews
  await queryClient.ensureInfiniteQueryData(reviewsQuery(api, serviceId))
}

/** For the browser, once the page is alive. If it fails to load, the server's reviews stay. */
const Later = lazy(() =>
  import('./service-reviews.tsx').then(
    ({ ServiceReviews }) => ({ default: ServiceReviews }),
    () => new Promise<never>(() => {}),
  ),
)

/** The reviews of an item; nothing without reviews. */
export function ReviewsSlot({ service }: { service: ServiceDetail }) {
  const Shown = import.meta.env.SSR ? drawn : Later
  return Shown && service.total_reviews > 0 ? (
    <Suspense>
      <Shown service={service} />
    </Suspense>
  ) : null
}
