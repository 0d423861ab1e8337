/** The columns of the back office's list of bookings that can be hidden, in their order. Reference and customer stay. */
export const listColumns = [
  'service_title',
  'travel_date',
  'final_amount',
  'booking_status',
  'payment_status',
  'created_at',
] as const
export type ListColumn = (typeof listColumns)[number]
