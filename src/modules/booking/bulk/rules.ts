import { type BookingStatus, isUnpaid, type PaymentStatus } from '../rules/states.ts'

export const runActions = ['confirm', 'message'] as const
export type RunAction = (typeof runActions)[number]

export const skipReasons = ['confirmed', 'completed', 'cancelled', 'transfer', 'unpaid'] as const
export type SkipReason = (typeof skipReasons)[number]

export interface Confirmable {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly final_minor: number
  readonly awaits_agency: boolean
}
/** Why a booking is not confirmed with others; null: it is. `hasTransfer`: staff decide on its transfer instead (A165). */
export function reasonToSkip(
  booking: Confirmable,
  { hasTransfer, confirmsUnpaid }: { readonly hasTransfer: boolean; readonly confirmsUnpaid: boolean },
): SkipReason | null {
  const { booking_status: status } = booking
  if (status !== 'pending') return status
  if (hasTransfer) return 'transfer'
  return isUnpaid(booking) && !confirmsUnpaid ? 'unpaid' : null
}

export interface Addressed {
  readonly id: string
  readonly booking_reference: string
  readonly customer_name: string
  readonly customer_email: string
}
export interface Recipient<Booking extends Addressed = Addressed> {
  readonly name: string
  readonly email: string
  readonly bookings: readonly [Booking, ...Booking[]]
}
/** Each customer once, by email address, in the order of their first booking. */
export function recipientsOf<Booking extends Addressed>(bookings: readonly Booking[]): Recipient<Booking>[] {
  const byAddress = Map.groupBy(bookings, ({ customer_email: email }) => email.toLowerCase())
  return [...byAddress.values()].flatMap(([first, ...others]) =>
    first ? [{ name: first.customer_name, email: first.customer_email, bookings: [first, ...others] as const }] : [],
  )
}
const maxReferences = 20
/** The first references for the mail; an agency's own address may have thousands. */
export function referencesOf({ bookings }: Recipient): string {
  const shown = bookings.slice(0, maxReferences).map(({ booking_reference }) => booking_reference)
  return [...shown, ...(bookings.length > shown.length ? ['…'] : [])].join(', ')
}

/** A booking that fails for a technical reason is tried again, later each time. */
export const maxTries = 5
export const pauseAfter = (tries: number): number => (tries === 0 ? 0 : 2_000 * 2 ** tries)
