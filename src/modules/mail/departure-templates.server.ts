/** The default mails about a departure as a whole, and about a move to a dearer one. "message" is what staff add. */
import { bookingRows, button, type Default, hello, p, raw } from './template-parts.ts'

const waitingFor = p('defaults.waiting.about')
export const waitingListTemplates: readonly Default[] = [
  {
    name: 'waiting_joined',
    subject: 'defaults.waiting.joinedSubject',
    body: [
      hello,
      p('defaults.waiting.joined'),
      waitingFor,
      p('defaults.waiting.next'),
      p('defaults.waiting.leave', '{{waiting_url}}'),
    ],
  },
  {
    name: 'waiting_offer',
    subject: 'defaults.waiting.offerSubject',
    body: [
      hello,
      p('defaults.waiting.offer'),
      waitingFor,
      p('defaults.waiting.until'),
      button('defaults.buttons.bookYourPlaces', 'action_url'),
      p('defaults.waiting.unused'),
      p('defaults.waiting.leave', '{{waiting_url}}'),
    ],
  },
  {
    name: 'waiting_ended',
    subject: 'defaults.waiting.endedSubject',
    body: [
      hello,
      raw('<p>{{reason}}</p>'),
      waitingFor,
      p('defaults.waiting.other'),
      button('defaults.buttons.seeOtherDates', 'action_url'),
    ],
  },
]

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
  {
    name: 'booking_message',
    subject: 'defaults.booking_message.subject',
    body: [
      hello,
      raw('<p style="white-space:pre-line">{{message}}</p>'),
      p('defaults.booking_message.p1'),
      button('defaults.buttons.viewYourBooking', 'tracking_url'),
      p('defaults.booking_message.p2'),
    ],
  },
  {
    name: 'move_payment',
    subject: 'defaults.move_payment.subject',
    body: [
      hello,
      p('defaults.move_payment.p1'),
      p('defaults.move_payment.p2'),
      button('defaults.buttons.payDifference', 'payment_url'),
      p('defaults.move_payment.p3'),
      bookingRows,
    ],
  },
  {
    name: 'move_ended',
    subject: 'defaults.move_ended.subject',
    body: [
      hello,
      p('defaults.move_ended.p1'),
      bookingRows,
      button('defaults.buttons.viewYourBooking', 'tracking_url'),
      p('defaults.move_ended.p2'),
    ],
  },
]
