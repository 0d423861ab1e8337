import type { SeedService } from '../kind.ts'
import type { Practical } from '../shared/seed-practical.ts'

/** Only what the demo package says elsewhere. */
export const practicalOfUmrah = ({ details }: SeedService): Practical => ({
  bring: [
    'Your passport, valid for six months from departure',
    'Ihram garments for men, loose clothing for women',
    'Comfortable sandals',
    'Medicines that you take, with the prescription',
  ],
  faq: [
    ['Is the visa included?', 'Yes. We arrange the Saudi visa; it is part of the price.'],
    ['Is travel insurance included?', 'No. Please take out travel insurance that covers the whole journey.'],
    ...(/group leader/i.test((details.includes as readonly string[]).join(' '))
      ? [['Does somebody from the agency travel with us?', 'Yes, a group leader travels with the group.'] as const]
      : []),
  ],
})
