/** Why money goes back, as the shop itself decides it. */
const automatic: Readonly<Record<string, string>> = {
  late_payment: 'The payment came after the booking had ended',
  double_payment: 'The booking was already paid',
  booking_cancelled: 'The booking was cancelled',
}

/** What staff write is theirs (D25): the customer reads only our own words. */
export const refundReasonForCustomer = (reason: string): string =>
  automatic[reason] ?? 'The agency has given the money back'
export const refundReasonForStaff = (reason: string): string =>
  automatic[reason] ?? (reason === 'external' ? "Made in the provider's own dashboard" : reason)
