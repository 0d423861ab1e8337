import { mayEnter } from '../../../kernel/staff.ts'

/** Who may see a booking (D6, D7): staff whose role opens bookings, its owner, the holder of its signed link. Nobody else learns of it. */
export interface Viewer {
  readonly userId: string | null
  /** As the caller has it; of the staff those see bookings whose role opens them. */
  readonly role: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}
export interface Owned {
  readonly id: string
  readonly user_id: string | null
  readonly customer_email: string
}

/** Booked while signed in, or booked as a guest with the address that this user has verified (D100). */
export function isOwner(viewer: Viewer, booking: Owned): boolean {
  if (viewer.userId === null) return false
  if (booking.user_id !== null) return booking.user_id === viewer.userId
  return viewer.isEmailVerified && viewer.email?.toLowerCase() === booking.customer_email
}

/** `tokenFor` is the booking that the caller's token opens, `null` without a valid one. */
export const canSeeBooking = (viewer: Viewer, booking: Owned, tokenFor: string | null): boolean =>
  mayEnter(viewer.role, 'bookings') || tokenFor === booking.id || isOwner(viewer, booking)
