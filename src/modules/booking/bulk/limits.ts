/** Bookings that one action takes. */
export const maxSelected = 5_000
/** Bookings on a printed list. */
export const maxPrinted = 1_000
/** Bookings or customers named in one answer; the others are counted. */
export const maxNamed = 100
