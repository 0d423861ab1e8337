export const strings = {
  overview: 'Overview',
  highlights: 'Highlights',
  included: "What's Included",
  notIncluded: 'Not included',
  cancellation: 'Cancellation',
  instant: 'Instant confirmation',
  instantDelivery: 'Instant delivery',
  freeCancellation: 'Free cancellation',
  noPolicy: 'Standard cancellation and refund policies apply. Contact us for more details.',
  form: { date: 'Date', name: 'Lead guest name', email: 'Email', phone: 'Mobile number' },
} as const
