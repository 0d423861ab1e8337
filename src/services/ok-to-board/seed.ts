import type { SeedService, SeedTranslations } from '../kind.ts'
import { initial } from './fields.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }

export const seed: readonly SeedService[] = [
  {
    slug: 'ok-to-board',
    title: 'Ok to Board Clearance',
    summary: 'We send your visa to the airline and have your booking marked OK to Board before you fly.',
    isFeatured: true,
    featuredImage: 'gate-1',
    details: {
      ...initial,
      cancellation_terms: [
        { days: 7, percent: 100 },
        { days: 3, percent: 50 },
      ],
      description:
        'Some airlines let passengers with an e-visa board only when the visa is marked on their booking. We check your documents, send them to the airline and tell you as soon as the booking shows OK to Board.',
      requirements: [
        'Passport valid for at least six months',
        'Visa of the country that you fly to',
        'Confirmed ticket with the booking code (PNR)',
        'Clear copies: JPG, PNG or PDF, up to 5 MB each',
      ],
      faq: [
        {
          question: 'When should I apply?',
          answer:
            'As soon as you have your ticket and your visa. If you fly sooner than the processing time, the form asks you to confirm that you know.',
        },
        {
          question: 'Which files can I send?',
          answer: 'Clear copies as JPG, PNG or PDF, up to 5 MB each.',
        },
        {
          question: 'Do you book the ticket or the visa?',
          answer: 'No. This service is for travellers who have a confirmed ticket and a visa already.',
        },
      ],
      features: [
        'Documents checked by a person before they are sent',
        'Sent to the airline on the same working day',
        'Status updates by email',
        'Help by phone and WhatsApp',
      ],
    },
  },
]

export const translations: SeedTranslations = { ar, hi, ur }
