export const strings = {
  overview: 'Overview',
  included: "What's Included",
  itinerary: 'Itinerary',
  cancellation: 'Cancellation',
  noItinerary: 'The detailed itinerary will be provided after booking confirmation.',
  noPolicy: 'Standard cancellation and refund policies apply. Contact us for more details.',
  moreNights: 'A package cannot have more nights than days',
} as const
