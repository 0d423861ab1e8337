import type { SeedService } from '../kind.ts'
import { initial } from './fields.ts'

export const seed: readonly SeedService[] = [
  {
    slug: 'ok-to-board',
    title: 'Ok to Board Clearance',
    summary: 'For international flights from India: we send your visa to the airline before you fly.',
    isFeatured: true,
    featuredImage: 'gate-1',
    details: {
      ...initial,
      cancellation_terms: [
        { days: 7, percent: 100 },
        { days: 3, percent: 50 },
      ],
      description:
        'Some airlines let passengers with an e-visa board only when the visa is marked on their booking. We check your papers, send them to the airline and tell you as soon as the booking shows OK to Board.',
      requirements: [
        'Passport valid for at least six months',
        'Visa of the country that you fly to',
        'Confirmed ticket with the booking code (PNR)',
        'Clear copies: JPG, PNG or PDF, up to 5 MB each',
      ],
      features: [
        'Papers checked by a person before they are sent',
        'Sent to the airline on the same working day',
        'Status updates by e-mail',
        'Help by phone and WhatsApp',
      ],
    },
  },
]
