/** Payment methods that are settled between people. */
export const bankTransfer = 'bank_transfer'
export const cashOnArrival = 'cash_on_arrival'
