/** The answers that name its start. They are stored with the booking's departures, not among its details. */
export const returnLegFields = { date: 'return_trip_date', time: 'return_trip_time' } as const
