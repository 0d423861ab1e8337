import { lazy, Suspense, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'

type Part = (props: { service: ServiceDetail }) => React.ReactNode
let loaded: Part | undefined

/** What draws the reviews: the server has it before it draws, a browser fetches it once the page stands. */
export async function loadReviews(): Promise<void> {
  loaded ??= (await import('./service-reviews.tsx')).ServiceReviews
}
const Later = lazy(async () => {
  try {
    const { ServiceReviews } = await import('./service-reviews.tsx')
    return { default: ServiceReviews }
  } catch {
    // Without it the reviews stay as the server has drawn them.
    return new Promise<never>(() => {})
  }
})

/** The reviews of an item, where it has some. */
export function ReviewsSlot({ service }: { service: ServiceDetail }) {
  const [Shown] = useState<Part>(() => loaded ?? Later)
  if (service.totalReviews === 0) return null
  return (
    <Suspense>
      <Shown service={service} />
    </Suspense>
  )
}
