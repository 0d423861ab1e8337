export const strings = {
  overview: 'Overview',
  highlights: 'Highlights',
  included: "What's Included",
  notIncluded: 'Not included',
  itinerary: 'Itinerary',
  cancellation: 'Cancellation',
  instant: 'Instant confirmation',
  freeCancellation: 'Free cancellation',
  noItinerary: 'The detailed itinerary will be provided after booking confirmation.',
  noPolicy: 'Standard cancellation and refund policies apply. Contact us for more details.',
  moreNights: 'A package cannot have more nights than days',
} as const
