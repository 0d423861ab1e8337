export const strings = {
  overview: 'Overview',
  included: "What's Included",
  cancellation: 'Cancellation',
  instantDelivery: 'Instant delivery',
  noPolicy: 'Standard cancellation and refund policies apply. Contact us for more details.',
} as const
