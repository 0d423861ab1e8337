import type { Details, SeedService } from '../kind.ts'

/** What travellers of a demo item ask before they come. */
export interface Practical {
  readonly bring?: readonly string[]
  readonly meet?: string
  readonly at?: string
  readonly faq?: readonly (readonly [question: string, answer: string])[]
}

export const practical = ({ bring, meet, at, faq }: Practical): Details => ({
  ...(bring && { what_to_bring: bring }),
  ...(meet && { meeting_point: meet }),
  ...(at && { meeting_coordinates: at }),
  ...(faq && { faq: faq.map(([question, answer]) => ({ question, answer })) }),
})

export const withPractical = (
  items: readonly SeedService[],
  practicalOf: (item: SeedService) => Practical | undefined,
): readonly SeedService[] =>
  items.map((item) => ({ ...item, details: { ...item.details, ...practical(practicalOf(item) ?? {}) } }))
