import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Shop } from '../client/context.tsx'
import { latePart } from '../routing/late-part.tsx'

const { load, Part: Reviews } = latePart(async () => (await import('./service-reviews.tsx')).ServiceReviews)

/** For the server, which renders the reviews with the page. */
export async function loadReviews({ api, queryClient }: Shop, serviceId: string): Promise<void> {
  const { reviewsQuery } = await import('./service-reviews.tsx')
  await Promise.all([load(), queryClient.ensureInfiniteQueryData(reviewsQuery(api, serviceId))])
}

/** The reviews of an item; nothing without reviews. */
export const ReviewsSlot = ({ service }: { service: ServiceDetail }) =>
  service.total_reviews > 0 ? <Reviews service={service} /> : null
