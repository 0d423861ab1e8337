import type { SeedService } from '../kind.ts'
import type { Practical } from '../shared/seed-practical.ts'

/** Only what the demo package says elsewhere. */
export const practicalOfPackage = ({ details }: SeedService): Practical => {
  const included = (details.whats_included as readonly string[]).join(' ')
  const excluded = (details.exclusions as readonly string[]).join(' ')
  return {
    bring: ['Your passport', 'Sunscreen and a hat', 'Comfortable shoes'],
    ...(/Airport transfers/.test(included) && {
      meet: 'Arrivals hall of the airport: the driver holds a sign with your name.',
    }),
    faq: [
      ...(/Flights/.test(excluded)
        ? [['Are flights included?', 'No. Tell us your flight, and we plan the arrival around it.'] as const]
        : []),
      ['When can we check in?', 'From 15:00. Check-out is until 12:00, unless the programme says otherwise.'],
    ],
  }
}
