import { mayEnter } from '../../../kernel/staff.ts'

/** Who may see a booking (D6, D7): its owner, the holder of its signed link, and staff whose role opens bookings. */
export interface Viewer {
  readonly userId: string | null
  readonly role: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}
export interface Owned {
  readonly id: string
  readonly user_id: string | null
  readonly customer_email: string
}

/** Booked while signed in, or as a guest with this user's verified address (D100). */
export function isOwner(viewer: Viewer, booking: Owned): boolean {
  if (viewer.userId === null) return false
  if (booking.user_id !== null) return booking.user_id === viewer.userId
  return viewer.isEmailVerified && viewer.email?.toLowerCase() === booking.customer_email
}

/** `tokenFor`: the booking that the caller's token opens, or null. */
export const canSeeBooking = (viewer: Viewer, booking: Owned, tokenFor: string | null): boolean =>
  mayEnter(viewer.role, 'bookings') || tokenFor === booking.id || isOwner(viewer, booking)
