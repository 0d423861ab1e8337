export const strings = {
  instantDelivery: 'Instant delivery',
  missing: {
    travel_date: 'Date is required',
    travel_time: 'Time is required',
    customer_name: 'Lead guest name is required',
    customer_email: 'Email is required',
    customer_phone: 'Mobile number is required',
  },
  failed: 'Please try again or contact support.',
  form: { date: 'Date', name: 'Lead guest name', email: 'Email', phone: 'Mobile number' },
} as const
