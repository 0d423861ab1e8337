/** A guest's booking of the demo safari for two; tests override single fields. */
export const safariForTwo = {
  service_type: 'tour',
  service_id: 'desert-safari',
  travel_date: '2026-12-20',
  travel_time: '14:00',
  adults_count: 2,
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_phone: '+919876543210',
} as const
