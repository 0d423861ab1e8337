/** Reactions of the booking room: mails about bookings and their documents, promo codes and guest bookings. */
import { dayText, instantText, joined } from '../../kernel/messages.ts'
import { formatMoney, type Money, money } from '../../kernel/money.ts'
import { placeText } from '../../kernel/text.ts'
import type { DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { agencyMail, customerMail, type MailDeps, mailCustomer } from '../mail/index.server.ts'
import { releasePromo } from '../promo/index.server.ts'
import { bulkMail, bulkMailValues } from './bulk/preview.server.ts'
import { adoptGuestBookings } from './commands/adopt-guest-bookings.server.ts'
import { messageMail, messageValues } from './commands/message-departure.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { timesInMail } from './mail-facts.server.ts'
import { departureMail, departureMailValues, findCancellationOf } from './queries/departure-cancellation.server.ts'
import { readIssuedName, readRequestedDocument } from './queries/document-news.server.ts'
import { correctionLine } from './rules/correction.ts'
import { partyInWords } from './rules/travellers.ts'
import { text } from './text.ts'

type Deps = BookingDeps & MailDeps

/** Events with a one-time code. They are deleted as soon as every subscriber has handled them. */
export const oneTimeBookingEvents = ['booking.recovery-requested'] as const

export const bookingReactions = (deps: Deps): Subscriptions => ({
  'booking.created': {
    'tell-customer': (event) => mailReceipt(deps, event),
    'tell-agency': agencyMail(deps, 'admin_booking_alert'),
  },
  'booking.confirmed': { 'tell-customer': (event) => mailConfirmation(deps, event) },
  'booking.confirmation-withdrawn': { 'tell-customer': (event) => mailPaymentDue(deps, event) },
  'booking.cancelled': {
    'free-promo': ({ payload }) => freePromo(deps, payload.bookingId),
    'tell-customer': (event) => mailCancellation(deps, event),
  },
  'booking.completed': { 'tell-customer': (event) => mailCompletion(deps, event) },
  ...linkReactions(deps),
  'booking.expired': {
    'tell-customer': customerMail(deps, 'booking_expired'),
    'free-promo': ({ payload }) => freePromo(deps, payload.bookingId),
  },
  'booking.changed': { 'tell-customer': (event) => mailChange(deps, event) },
  'booking.moved': { 'tell-customer': (event) => mailMove(deps, event) },
  'booking.move-prepared': { 'tell-customer': (event) => mailPreparedMove(deps, event, 'move_payment') },
  'booking.move-ended': { 'tell-customer': (event) => mailPreparedMove(deps, event, 'move_ended') },
  'booking.places-gone': {
    'tell-customer': (event) => mailPlacesGone(deps, event),
    'free-promo': ({ payload }) => releasePromo(deps, payload.bookingId),
  },
  'booking.document-asked': { 'tell-customer': (event) => askForDocument(deps, event) },
  'booking.document-delivered': { 'tell-customer': (event) => mailIssuedDocument(deps, event) },
  'booking.corrected': { 'tell-customer': (event) => mailCorrections(deps, event) },
  ...messageReactions(deps),
  'payment.completed': { 'ask-documents': (event) => askForMissingDocuments(deps, event) },
  'account.email-verified': {
    'adopt-bookings': async ({ payload }) => {
      await adoptGuestBookings(deps, payload)
    },
  },
})

function mailCorrections(deps: Deps, { id, payload }: DeliveredEvent<'booking.corrected'>): Promise<void> {
  const { bookingId, corrections } = payload
  const message = joined(corrections.map(correctionLine), 'lines')
  return mailCustomer(deps, id, { template: 'booking_corrected', bookingId, values: { message } })
}

/** With the price, and what was refunded or paid. */
async function mailChange(deps: Deps, { id, payload }: DeliveredEvent<'booking.changed'>): Promise<void> {
  const { bookingId, corrections, refund, paid } = payload
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking || booking.booking_status === 'cancelled') return
  const shown = (amount: Money) => formatMoney(amount, { exact: true })
  const lines = [
    ...corrections.map(correctionLine),
    text('change.price', { amount: shown(money(booking.final_minor, booking.currency)) }),
    ...(paid ? [text('mail.movePaid', { amount: shown(paid) })] : []),
    ...(refund ? [text('mail.moveRefund', { amount: shown(refund) })] : []),
  ]
  const message = joined(lines, 'lines')
  await mailCustomer(deps, id, { template: 'booking_corrected', bookingId, values: { message } })
}

/** Messages that staff have written. */
const messageReactions = (deps: Deps): Subscriptions => ({
  'booking.message-sent': {
    'tell-customer': ({ id, payload: { bookingId, ...words } }) =>
      mailCustomer(deps, id, { template: bulkMail, bookingId, values: bulkMailValues(words) }),
  },
  'departure.message-sent': {
    'tell-customer': ({ id, payload: { bookingId, ...words } }) =>
      mailCustomer(deps, id, { template: messageMail, bookingId, values: messageValues(words) }),
  },
})

/** Mails that customers ask for. */
const linkReactions = (deps: Deps): Subscriptions => ({
  'booking.link-requested': { 'tell-customer': customerMail(deps, 'booking_link') },
  'booking.recovery-requested': {
    'tell-customer': async ({ id, payload: { bookingId, code } }) => {
      if (bookingId === null) return
      await mailCustomer(deps, id, { template: 'booking_recovery', bookingId, values: { recovery_code: code } })
    },
  },
})

const findState = (deps: Deps, bookingId: string) =>
  deps.db
    .selectFrom('bookings')
    .select(['verification', 'service_type', 'paid_minor', 'case_stage'])
    .where('id', '=', bookingId)
    .executeTakeFirst()

/** A paid booking keeps its promo code used, even after it is cancelled. */
async function freePromo(deps: Deps, bookingId: string): Promise<void> {
  const booking = await findState(deps, bookingId)
  if ((booking?.paid_minor ?? 0) === 0) await releasePromo(deps, bookingId)
}

/** The mail asks for the payment, which may have been made before the mail goes out. */
async function mailReceipt(deps: Deps, event: DeliveredEvent<'booking.created'>): Promise<void> {
  const facts = await deps.bookingMailFacts(event.payload.bookingId)
  if (!facts?.mayHavePaid) await customerMail(deps, 'booking_received')(event)
}

/** Cancelled or waiting for another payment again: the confirmation would be false. */
async function mailConfirmation(deps: Deps, event: DeliveredEvent<'booking.confirmed'>): Promise<void> {
  const facts = await deps.bookingMailFacts(event.payload.bookingId)
  const isConfirmed = facts?.bookingStatus === 'confirmed' || facts?.bookingStatus === 'completed'
  if (isConfirmed) await customerMail(deps, 'booking_confirmation')(event)
}

async function mailPaymentDue(deps: Deps, event: DeliveredEvent<'booking.confirmation-withdrawn'>): Promise<void> {
  const facts = await deps.bookingMailFacts(event.payload.bookingId)
  if (facts?.bookingStatus === 'pending' && facts.isPaymentDue) await customerMail(deps, 'booking_received')(event)
}

/** A rejected bank transfer and a cancelled departure also cancel the booking, and have mails of their own. */
async function mailCancellation(deps: Deps, event: DeliveredEvent<'booking.cancelled'>): Promise<void> {
  const { bookingId } = event.payload
  const departure = await findCancellationOf(deps.db, bookingId)
  if (departure) {
    const values = departureMailValues(departure)
    return mailCustomer(deps, event.id, { template: departureMail, bookingId, values })
  }
  const booking = await findState(deps, bookingId)
  if (booking?.verification !== 'rejected') await customerMail(deps, 'cancellation')(event)
}

async function mailPlacesGone(
  deps: Deps,
  { id, payload: { bookingId, isRefunded } }: DeliveredEvent<'booking.places-gone'>,
): Promise<void> {
  const values = { refund_terms: text(isRefunded ? 'mail.placesRefunded' : 'mail.placesKept') }
  await mailCustomer(deps, id, { template: 'places_gone', bookingId, values })
}

/** Only kinds that issue a document have a mail for a completed booking. */
async function mailCompletion(deps: Deps, event: DeliveredEvent<'booking.completed'>): Promise<void> {
  const booking = await findState(deps, event.payload.bookingId)
  const template = booking && deps.kinds.find(booking.service_type)?.issues?.letter
  if (template) await customerMail(deps, template)(event)
}

/** The old day and time, and the refund. The booking may have been cancelled before the mail goes out. */
async function mailMove(deps: Deps, { id, payload }: DeliveredEvent<'booking.moved'>): Promise<void> {
  const { bookingId, oldDate, oldTime, oldReturn, refund, paid, cancellation: reason } = payload
  const facts = await deps.bookingMailFacts(bookingId)
  if (!facts || facts.bookingStatus === 'cancelled') return
  const shown = (amount: Money) => formatMoney(amount, { exact: true })
  const amount = refund && shown(refund)
  const values = {
    old_date: oldDate && dayText(oldDate),
    old_time: timesInMail(oldTime, oldReturn ?? null),
    ...(amount && { refund_amount: amount }),
    refund_terms: joined(
      [
        ...(reason === undefined ? [] : [text('mail.moveBecause', { reason })]),
        ...(paid ? [text('mail.movePaid', { amount: shown(paid) })] : []),
        ...(amount ? [text('mail.moveRefund', { amount })] : []),
      ],
      'sentences',
    ),
  }
  await mailCustomer(deps, id, { template: 'booking_moved', bookingId, values })
}

type PreparedMoveEvent = DeliveredEvent<'booking.move-prepared'> | DeliveredEvent<'booking.move-ended'>
/** The difference and the link to pay it, or that nothing changes. Not for a move that was paid or replaced meanwhile. */
async function mailPreparedMove(
  deps: Deps,
  { id, payload: { bookingId, moveId } }: PreparedMoveEvent,
  template: 'move_payment' | 'move_ended',
): Promise<void> {
  const [facts, move] = await Promise.all([deps.bookingMailFacts(bookingId), readMove(deps, moveId)])
  const isTrue = template === 'move_payment' ? move.outcome === null : move.outcome !== 'completed'
  if (!isTrue || !facts || facts.bookingStatus === 'cancelled') return
  const { travel_date, travel_time, time_zone: zone, return_leg_date: day, return_leg_time, changed } = move.change
  const until = { time: instantText(move.held_until, zone), place: placeText(zone) }
  const times = timesInMail(travel_time, day ? { date: day, time: return_leg_time ?? null } : null)
  const values = {
    new_date: travel_date ? dayText(travel_date) : '',
    new_time: joined([...(times ? [times] : []), ...(changed ? [partyInWords(changed)] : [])], 'dots'),
    difference: formatMoney(money(move.difference_minor, move.currency), { exact: true }),
    expires_at: text('mail.onClock', until),
  }
  await mailCustomer(deps, id, { template, bookingId, values })
}
const readMove = (deps: Deps, moveId: string) =>
  deps.db
    .selectFrom('prepared_moves as move')
    .innerJoin('bookings as booking', 'booking.id', 'move.booking_id')
    .select(['move.change', 'move.held_until', 'move.difference_minor', 'move.outcome', 'booking.currency'])
    .where('move.id', '=', moveId)
    .executeTakeFirstOrThrow()

/** The customer passes it on: a traveller's document has that traveller's own link. */
async function askForDocument(deps: Deps, { id, payload }: DeliveredEvent<'booking.document-asked'>): Promise<void> {
  const { bookingId, documentId } = payload
  const requested = await readRequestedDocument(deps, documentId)
  if (!requested) return
  const values = {
    document_name: requested.name,
    document_url: requested.url,
    reason: requested.reason,
  }
  await mailCustomer(deps, id, { template: 'document_asked', bookingId, values })
}

async function mailIssuedDocument(
  deps: Deps,
  { id, payload }: DeliveredEvent<'booking.document-delivered'>,
): Promise<void> {
  const { bookingId, issuedId } = payload
  const name = await readIssuedName(deps, issuedId)
  const facts = name === null ? null : await deps.bookingMailFacts(bookingId)
  if (name === null || !facts) return
  const values = { document_name: name, document_url: facts.values.tracking_url ?? '' }
  await mailCustomer(deps, id, { template: 'document_delivered', bookingId, values })
}

/** A booking may be paid before its documents are uploaded (C099). */
async function askForMissingDocuments(
  deps: Deps,
  { id, payload: { bookingId } }: DeliveredEvent<'payment.completed'>,
): Promise<void> {
  const booking = await findState(deps, bookingId)
  if (booking?.case_stage === 'waiting_for_documents')
    await mailCustomer(deps, `${id}:documents`, { template: 'documents_needed', bookingId })
}
