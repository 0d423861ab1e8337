/** The answers that name its start. They are stored with the booking's departures, not among its details. */
/** The answer that says whether there is one. */
export const returnTripField = 'return_trip'
export const returnLegFields = { date: 'return_trip_date', time: 'return_trip_time' } as const
