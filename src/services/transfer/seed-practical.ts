import type { SeedService } from '../kind.ts'
import type { Practical } from '../shared/seed-practical.ts'

const says = ({ details }: SeedService, words: RegExp) =>
  words.test([details.overview, ...(details.features as readonly string[])].join(' '))

/** Only what the demo transfer says elsewhere. */
export const practicalOfTransfer = (item: SeedService): Practical => ({
  faq: [
    ['Is the price per person?', 'No, it is for the whole vehicle, with tolls and parking.'],
    ...(says(item, /An hour of waiting after landing/)
      ? [
          [
            'What if my flight is late?',
            'Give us the flight number when you book. The driver follows the flight, and an hour of waiting after landing is included.',
          ] as const,
        ]
      : []),
    ...(says(item, /Child seats/)
      ? [['Do you have child seats?', 'Yes, free of charge. Tell us how many you need when you book.'] as const]
      : []),
    ['Can I cancel?', 'Yes, with a full refund up to the day before the transfer.'],
  ],
})
