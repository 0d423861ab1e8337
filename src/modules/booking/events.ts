/** The facts of this room (docs/ARCHITECTURE.md, Events). */
declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'booking.created': { bookingId: string }
    'booking.confirmed': { bookingId: string }
    'booking.cancelled': { bookingId: string; reason: string | null }
    'booking.completed': { bookingId: string }
    'booking.document-asked': { bookingId: string; documentId: string }
    'booking.document-delivered': { bookingId: string; issuedId: string }
    'booking.expired': { bookingId: string }
  }
}

export {}
