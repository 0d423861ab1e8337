import type { SaveServiceInput } from '../../src/modules/catalogue/index.server.ts'
import type { SeedService } from '../../src/services/kind.ts'

/** An item of a kind's demo data as staff would save it. */
export const demoItem = (kind: string, seed: SeedService): SaveServiceInput => ({
  kind,
  slug: seed.slug,
  title: seed.title,
  summary: seed.summary,
  featured_image: seed.featuredImage,
  is_featured: seed.isFeatured ?? false,
  status: seed.status ?? 'active',
  ...(seed.currency && { currency: seed.currency as 'USD' }),
  details: seed.details,
})
