import type { Language } from '../kernel/language.ts'
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

/** The texts of an item in another language; `details` by the name of the kind's field. */
export interface SeedTexts {
  readonly title: string
  readonly summary: string
  readonly details?: Readonly<Record<string, unknown>>
}
/** By language and slug. */
export type SeedTranslations = Readonly<Partial<Record<Language, Readonly<Record<string, SeedTexts>>>>>

export interface KindSeeds {
  readonly seed: readonly SeedService[]
  readonly translations: SeedTranslations
}
