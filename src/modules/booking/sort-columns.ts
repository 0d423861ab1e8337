/** What the back office's list of bookings can be sorted by. */
export const sortColumns = [
  'created_at',
  'booking_reference',
  'customer_name',
  'service_title',
  'service_type',
  'final_amount',
  'booking_status',
  'payment_status',
  'travel_date',
] as const
export type SortColumn = (typeof sortColumns)[number]
