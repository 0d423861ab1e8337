/** The default mails about a departure as a whole. "message" is what staff add. */
import { bookingRows, button, type Default, hello, p, raw } from './template-parts.ts'

export const departureTemplates: readonly Default[] = [
  {
    name: 'departure_cancelled',
    subject: 'defaults.departure_cancelled.subject',
    body: [
      hello,
      p('defaults.departure_cancelled.p1'),
      raw('<p>{{reason}}</p>'),
      raw('<p><strong>{{refund_terms}}</strong></p>'),
      raw('<p><span style="white-space:pre-line">{{message}}</span></p>'),
      bookingRows,
      button('defaults.buttons.viewYourBooking', 'tracking_url'),
      p('defaults.departure_cancelled.p2'),
    ],
  },
  {
    name: 'departure_message',
    subject: 'defaults.departure_message.subject',
    body: [
      hello,
      raw('<p style="white-space:pre-line">{{message}}</p>'),
      p('defaults.departure_message.p1'),
      button('defaults.buttons.viewYourBooking', 'tracking_url'),
      p('defaults.departure_message.p2'),
    ],
  },
]
