import type { CurrencyCode } from '../kernel/money.ts'
import type { SeedGroup } from './schedule.ts'

/** An item of the demo data. `details` holds the kind's own fields; pictures are names from the picture set. */
export interface SeedService {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly currency?: CurrencyCode
  readonly isFeatured?: boolean
  readonly status?: 'active' | 'inactive'
  readonly featuredImage: string
  readonly details: Readonly<Record<string, unknown>>
  readonly trending?: boolean
  /** Its group departures. */
  readonly groups?: readonly SeedGroup[]
}
