import { bookingRows, button, type Default, hello, p, raw } from './template-parts.ts'

/** Mails that customers ask for: the link to a booking, and the code for a lost reference. */
export const linkTemplates: readonly Default[] = [
  {
    name: 'booking_link',
    subject: 'defaults.booking_link.subject',
    body: [
      hello,
      p('defaults.booking_link.p1'),
      button('defaults.buttons.viewYourBooking', 'tracking_url'),
      bookingRows,
      p('defaults.booking_link.p2'),
    ],
  },
  {
    name: 'booking_recovery',
    subject: 'defaults.booking_recovery.subject',
    body: [
      hello,
      p('defaults.booking_recovery.p1'),
      raw('<p><strong>{{recovery_code}}</strong></p>'),
      p('defaults.booking_recovery.p2'),
    ],
  },
]
