import type { CorrectionText } from './rules/correction.ts'

declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'booking.created': { bookingId: string }
    'booking.confirmed': { bookingId: string }
    /** The method that had confirmed the unpaid booking was replaced. */
    'booking.confirmation-withdrawn': { bookingId: string }
    'booking.cancelled': { bookingId: string; reason: string | null }
    'booking.completed': { bookingId: string }
    'booking.document-asked': { bookingId: string; documentId: string }
    'booking.document-delivered': { bookingId: string; issuedId: string }
    'booking.link-requested': { bookingId: string }
    /** Deleted as soon as it is delivered. Null: no booking matches, and nothing is mailed. */
    'booking.recovery-requested': { bookingId: string | null; code: string }
    'booking.expired': { bookingId: string }
    /**
     * It moved to another departure. `refund`: what goes back to the payer, in the currency charged. `paid`: the
     * difference that was paid for a dearer one.
     */
    'booking.moved': {
      bookingId: string
      oldDate: string
      oldTime: string | null
      /** Of a return trip. */
      oldReturn?: { date: string; time: string | null } | null
      refund: { minor: number; currency: string } | null
      paid?: { minor: number; currency: string } | null
      /** Why the old departure does not take place. */
      cancellation?: string
    }
    /** Staff have changed party or answers, with the price, and the customer is to know. */
    'booking.changed': {
      bookingId: string
      corrections: readonly CorrectionText[]
      refund: { minor: number; currency: string } | null
      paid: { minor: number; currency: string } | null
    }
    /** The difference for a dearer departure is to be paid. */
    'booking.move-prepared': { bookingId: string; moveId: string }
    /** The difference was not paid: the booking stays as it is. */
    'booking.move-ended': { bookingId: string; moveId: string }
    /** It ended because its payment arrived after its hold, when no places were left. */
    'booking.places-gone': { bookingId: string; isRefunded: boolean }
    /** Staff have corrected details, and the customer is to know. */
    'booking.corrected': { bookingId: string; corrections: readonly CorrectionText[] }
    /** Staff have corrected the email address, which was `oldEmail`. */
    'booking.contact-corrected': { bookingId: string; oldEmail: string }
    /** To one customer; `references` lists the bookings it is about, `bookingId` is the first of them. */
    'booking.message-sent': { bookingId: string; references: string; subject: string; text: string }
    /** To one customer; `references` lists all their bookings on the departure. */
    'departure.message-sent': { bookingId: string; references: string; subject: string; text: string }
  }
}
