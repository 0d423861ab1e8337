export const strings = {
  duration: 'Duration',
  pickup: 'Pickup',
  noPickup: 'This tour has no pickup',
} as const
