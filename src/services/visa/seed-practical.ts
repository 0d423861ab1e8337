import type { SeedService } from '../kind.ts'
import type { Practical } from '../shared/seed-practical.ts'

/** Only what the demo visa says elsewhere. */
export const practicalOfVisa = ({ details }: SeedService): Practical => ({
  faq: [
    [
      'Who decides about the visa?',
      'The authorities of the country decide. We check your application before it is sent, so that nothing is missing.',
    ],
    ['How do I get the visa?', 'By email, as a PDF.'],
    ...(details.processing_time
      ? [
          [
            'How long does it take?',
            `${details.processing_time}${details.nationality_rules ? ' for most passports' : ''}, once we have all your documents.`,
          ] as const,
        ]
      : []),
    ['Are the fees refunded if the visa is refused?', 'No. Fees are not refunded once the application is lodged.'],
  ],
})
